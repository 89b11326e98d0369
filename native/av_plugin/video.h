// A file that libavformat reads and its stream that libavcodec decodes.
#pragma once
#include <atomic>
#include <cstring>
#include <memory>
#include <vector>

#include "av_plugin/input.h"
#include "av_plugin/untouched.h"

namespace penstock::av {

// Tells a Video of what its decoder complains, for much damage is known by no result of a call.
void note_trouble(void* from, int level, const char* format);

struct Video : private Input {
  Video(const Source&, int64_t max_pixels, bool alpha);

  bool read(Packet&);
  bool skim(bool on);
  void seek(int64_t time);
  void begin(int reorder, int threads, bool fresh);
  bool decode(int64_t tag);
  void end();
  bool picture(Picture&);
  // Whether the decoder has met damage: one thread since the last call, several since they have begun.
  bool complains();
  // A message of the decoder. Any thread may call it.
  void note(int level, const char* format);

  StreamInfo info{};

 private:
  void choose_stream();
  void read_size();
  bool next_packet();
  void check_end();
  bool list_packets();
  bool read_listed(Packet&);
  const AVIndexEntry& entry(int number) const { return *avformat_index_get_entry(stream_, number); }
  static int give_memory(AVCodecContext*, AVFrame*, int flags);
  std::unique_ptr<AVCodecContext, Freed<avcodec_free_context>> make_decoder(int reorder, int threads);
  void decode_alpha(int64_t tag);
  void add_alpha(Picture&);

  int64_t max_pixels_;
  // Of packets that the tables of the file tell: how far each is shown from when it is decoded, and which comes next.
  std::vector<int32_t> offsets_;
  size_t next_listed_ = 0;
  AVStream* stream_ = nullptr;
  const AVCodec* codec_ = nullptr;
  int64_t packets_ = 0;  // that were read since the file was opened
  bool sought_ = false;
  bool waiting_ = false;  // packet_ was read to look at it, and is the next one
  int reorder_ = -1, threads_ = 1;
  std::atomic<bool> troubled_{false};
  MarkedFrames marked_;
  std::unique_ptr<AVPacket, Freed<av_packet_free>> packet_;
  std::unique_ptr<AVFrame, Freed<av_frame_free>> frame_;
  std::unique_ptr<AVCodecContext, Freed<avcodec_free_context>> decoder_;
  // Alpha of VP8 and VP9 is a stream of its own, beside the packets, whose luma it is.
  bool alpha_;
  std::unique_ptr<AVPacket, Freed<av_packet_free>> alpha_packet_;
  std::unique_ptr<AVFrame, Freed<av_frame_free>> alpha_frame_;
  std::unique_ptr<AVCodecContext, Freed<avcodec_free_context>> alpha_decoder_;
};

// The packet of a frame's alpha that a container has beside a packet of VP8 or VP9; data is null where there is none.
struct AlphaPacket {
  const uint8_t* data;
  int size;
};
AlphaPacket alpha_beside(const AVPacket&);

// Describes a decoded frame; throws where penstock has no conversion for its pixels.
Picture describe(const AVFrame&);

// The number that stands in an enumeration of libav, which a file may make any number.
template <class E>
int number_of(const E& value) {
  static_assert(sizeof(E) == sizeof(int));
  int number;
  std::memcpy(&number, &value, sizeof number);
  return number;
}

// EXIF's number for the matrix by which a stream is shown; 1 where it has none. A matrix that turns by another angle
// counts as the nearest multiple of 90 degrees.
int orientation_of(const AVStream&);

}  // namespace penstock::av
