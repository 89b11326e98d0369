// Blocks of decoded frames that the decoder has left as they were. Decoders whose pictures end early do not say so, and
// the frame then shows what its memory had before. So memory is marked before a decoder gets it, and the marks that are
// left in the frame are looked for.
#pragma once
extern "C" {
#include <libavcodec/avcodec.h>
}

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace penstock::av {

class MarkedFrames {
 public:
  // Whether decoders of a codec take memory that is marked, and leave marks in it where they do not decode.
  static bool suits(const AVCodec&);

  // Marks the memory of a frame that a decoder begins with. Any thread may call it.
  void mark(const AVCodecContext&, const AVFrame&);
  // Whether a mark is left in the frames that are made, of packets up to this tag, since the last call.
  bool take_untouched(int64_t last_tag);
  void clear();

 private:
  struct Unref {
    void operator()(AVBufferRef* ref) const { av_buffer_unref(&ref); }
  };
  struct Plane {
    std::unique_ptr<AVBufferRef, Unref> memory;
    uint8_t* data;
    int64_t stride, bytes, rows, tag;  // bytes: of a row
  };
  std::mutex mutex_;
  std::vector<Plane> planes_;
};

}  // namespace penstock::av
