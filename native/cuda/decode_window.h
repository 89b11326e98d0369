// What becomes of an image that the GPU has decoded: a window of it, turned as its orientation says, in the output's
// colours and dtype. Filled by native/gpu/decode.cc, run by decode_window.cu; the arithmetic is codecs/convert.cc's.
#pragma once
#include <cstdint>

#include "core/tensor.h"

namespace penstock::gpu {

inline constexpr const char* kDecodeWindowOp = "(decoded window)";

struct DecodeWindow {
  const uint8_t* from;    // the whole image as stored: RGB, or gray
  void* to;               // dense
  int64_t pitch;          // bytes
  int32_t width, height;  // as stored
  int32_t x, y, w, h;     // the window, in the turned image
  int32_t orientation;    // EXIF: 1..8
  int32_t channels;       // 3 or 1
  int32_t bgr;
  DType dtype;  // uint8, uint16, float32
};

}  // namespace penstock::gpu
