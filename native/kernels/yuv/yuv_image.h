// Frames of separate components to RGB pixels on the CPU.
#pragma once
#include <cstdint>

#include "core/scratch.h"
#include "kernels/yuv/yuv.h"

namespace penstock::ops {

// Samples of one component, `step` bytes apart in a row.
struct YuvPlane {
  const uint8_t* data;
  int64_t stride;
  int32_t step;
};

// A frame: Y, Cb and Cr; Y alone; or R, G and B.
struct YuvImage {
  YuvPlane plane[3];
  int32_t planes, width, height;
  int32_t depth;             // 8 to 12 bits of a sample; above 8, samples are of 2 bytes
  int32_t shift_x, shift_y;  // 0 or 1: binary logarithm of pixels per chroma sample
  bool rgb;
};

// Writes height x width x 3 bytes.
void yuv_to_rgb(const YuvImage&, const YuvMatrix&, uint8_t* out, Scratch&);

}  // namespace penstock::ops
