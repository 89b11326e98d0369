// Writes JPEG files with libjpeg-turbo: baseline, with the accurate integer transform. One encoder serves one thread,
// image after image.
#pragma once
#include "codecs/jpeg/jpeg_memory.h"
#include "codecs/raw_image.h"
#include "core/op.h"

namespace penstock::codecs {

struct JpegSettings {
  int quality = 80;                // 1..100, as libjpeg scales its tables
  int chroma_x = 2, chroma_y = 2;  // pixels for which one sample of chroma stands, along both axes
  bool optimize = false;           // Huffman codes made for the image: smaller files, in more time
};

// The largest extent of a JPEG that libjpeg writes.
inline constexpr int kMostJpegExtent = JPEG_MAX_DIMENSION;

// What libjpeg writes to: scratch memory that doubles when it is full. Exceptions of the scratch must not pass through
// libjpeg's frames, so they are kept, and the compression ends as after an error of libjpeg's.
struct JpegSink {
  jpeg_destination_mgr base;  // must be first: libjpeg passes a pointer to it back
  Scratch* scratch = nullptr;
  uint8_t* data = nullptr;
  size_t room = 0;
  std::exception_ptr refused;

  void install(jpeg_compress_struct& info);
  void begin(Scratch&, size_t expected);
  size_t size() const { return room - base.free_in_buffer; }

 private:
  bool grow(size_t wanted);
};

class JpegEncoder final : public ThreadLocalState {
 public:
  JpegEncoder();
  ~JpegEncoder() override;
  JpegEncoder(const JpegEncoder&) = delete;
  JpegEncoder& operator=(const JpegEncoder&) = delete;

  // The file lies in the scratch memory. The image has 8 bits, and 1 or 3 channels. Throws OUT_OF_MEMORY or
  // BUDGET_EXCEEDED.
  Bytes encode(const RawImage& image, const JpegSettings&, Scratch&);

 private:
  static constexpr int kTables = 2;  // for luma and chroma

  bool attempt(const RawImage& image, const JpegSettings&);
  void start(const RawImage& image, const JpegSettings&);

  jpeg_compress_struct info_;
  JpegErrors errors_;
  JpegMemory memory_;
  JpegSink sink_;
  JHUFF_TBL dc_[kTables], ac_[kTables];  // libjpeg's usual codes, which those of an optimised image replace
};

}  // namespace penstock::codecs
