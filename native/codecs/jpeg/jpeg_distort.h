// What an image looks like after it was a JPEG file: libjpeg-turbo's own arithmetic in both directions, 4:2:0, without
// the entropy coding in between, which loses nothing: quantised coefficients go from the compressor to the
// decompressor in memory. One object serves one thread.
#pragma once
#include "codecs/jpeg/jpeg_encode.h"

namespace penstock::codecs {

class JpegDistorter final : public ThreadLocalState {
 public:
  JpegDistorter();
  ~JpegDistorter() override;
  JpegDistorter(const JpegDistorter&) = delete;
  JpegDistorter& operator=(const JpegDistorter&) = delete;

  // RGB, dense rows; `to` may not be `from`. quality: 1..100. Throws OUT_OF_MEMORY or BUDGET_EXCEEDED.
  void distort(const uint8_t* from, uint8_t* to, int width, int height, int quality, Scratch&);

 private:
  // libjpeg's callbacks find the coefficients by the error manager.
  struct Errors : JpegErrors {
    JBLOCKROW blocks;
  };
  static boolean keep_mcu(j_compress_ptr, JBLOCKROW*);
  static boolean take_mcu(j_decompress_ptr, JBLOCKROW*);

  bool compress(const uint8_t* from, int width, int height, int quality);
  bool decompress(uint8_t* to);
  [[noreturn]] void fail_distort() const;

  jpeg_compress_struct writer_;
  jpeg_decompress_struct reader_;
  Errors errors_;
  JpegMemory memory_;
  JpegSink sink_;
};

}  // namespace penstock::codecs
