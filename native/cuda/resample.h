// Resampling of a whole batch on the GPU, for resize and the operators made of it. The taps of every axis are computed
// by one small kernel into device memory, with the CPU's arithmetic (tap_rule.h). Then 8-bit RGB images go through one
// kernel for both axes (resample_rgb.cu), all else through one pass per axis (resample.cu).
#pragma once
#include <vector>

#include "cuda/gpu_op.h"
#include "ops/crop_mirror_normalize/normalize_line.h"
#include "ops/resize/geometry.h"

namespace penstock::gpu {

struct Resample {
  const ops::ResizeState* state;
  TensorView in, out;
  // Normalise the resized pixels: 8-bit RGB to float32 or float16 only, see takes_rgb().
  bool normalize = false, planar = false;
  ops::Line line[3] = {};
};

void resample_batch(Context&, const std::vector<Resample>&);

// Whether the kernel for 8-bit RGB takes it.
bool takes_rgb(const Resample&);

// --- between resample.cu and resample_rgb.cu ---

// The wanted part of one axis: for output place i, index[i] is the first input sample and weight[k * pitch + i] the
// weight of the k-th. `pitch` is a multiple of 4.
struct AxisTaps {
  const int* index;
  const float* weight;
  int taps, pitch, count;
};

struct AxisPair {
  AxisTaps y, x;
};

void resample_rgb(Context&, const std::vector<const Resample*>&, const std::vector<AxisPair>&);

}  // namespace penstock::gpu
