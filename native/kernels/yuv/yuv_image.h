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
  YuvPlane alpha;  // null where there is none
  int32_t planes, width, height;
  int32_t depth;             // 8 to 12 bits of a sample; above 8, samples are of 2 bytes
  int32_t shift_x, shift_y;  // 0 or 1: binary logarithm of pixels per chroma sample
  bool rgb;
};

// Writes height x width x 3 values; of 16 bits by yuv_matrix_16().
void yuv_to_rgb(const YuvImage&, const YuvMatrix&, uint8_t* out, Scratch&);
void yuv_to_rgb(const YuvImage&, const YuvMatrix&, uint16_t* out, Scratch&);

// Joins such values with the image's alpha, straight, to height x width x 4; opaque where it has none.
void join_alpha(const YuvImage&, const uint8_t* rgb, uint8_t* out);
void join_alpha(const YuvImage&, const uint16_t* rgb, uint16_t* out);

}  // namespace penstock::ops
