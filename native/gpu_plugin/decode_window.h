// The last step of decoding on the GPU: takes a window of the decoded image, turns it as its orientation says, and
// converts it to the output's colours and dtype. native/gpu_host/decode.cc fills the descriptor, and decode_window.cu
// has the kernel. The arithmetic equals that of codecs/convert.cc.
#pragma once
#include <cstdint>

#include "core/host_device.h"
#include "core/tensor.h"

namespace penstock::gpu {

inline constexpr const char* kDecodeWindowOp = "(decoded window)";

struct DecodeWindow {
  const uint8_t* from;    // the whole image as stored: RGB, or gray
  void* to;               // dense
  int64_t pitch;          // bytes
  int32_t width, height;  // as stored
  int32_t x, y, w, h;     // the window, in coordinates of the turned image
  int32_t orientation;    // EXIF: 1..8
  int32_t channels;       // 3 or 1
  int32_t bgr;
  DType dtype;  // uint8, uint16, float32
};

// Gives the stored position of pixel (x, y) of the turned image.
PENSTOCK_HD void stored_pixel(const DecodeWindow& d, int x, int y, int& sx, int& sy) {
  const bool swaps = d.orientation >= 5;
  sx = swaps ? y : x;
  sy = swaps ? x : y;
  if (d.orientation == 2 || d.orientation == 3 || d.orientation == 7 || d.orientation == 8) sx = d.width - 1 - sx;
  if (d.orientation == 3 || d.orientation == 4 || d.orientation == 6 || d.orientation == 7) sy = d.height - 1 - sy;
}

// Stores an 8-bit value as the window's element number `at`, in its dtype.
PENSTOCK_HD void store_value(const DecodeWindow& d, int64_t at, int value) {
  if (d.dtype == DType::uint8) {
    static_cast<uint8_t*>(d.to)[at] = static_cast<uint8_t>(value);
  } else if (d.dtype == DType::uint16) {
    static_cast<uint16_t*>(d.to)[at] = static_cast<uint16_t>(value * 257);
  } else {
    static_cast<float*>(d.to)[at] = static_cast<float>(value) * (1.0f / 255.0f);
  }
}

}  // namespace penstock::gpu
