// Makes a sample's WarpState of the arguments that warpAffine and rotate share (native/ops/_args/warp.json).
#pragma once
#include "core/op.h"
#include "kernels/warp/warp.h"

namespace penstock::ops {

struct WarpOptions {
  const ArgList<float>* size = nullptr;  // null: not given
  const DType* dtype = nullptr;
  const float* fill = nullptr;
  Interp interp = Interp::linear;
};

template <class Args>
WarpOptions warp_options(const Args& a) {
  WarpOptions o;
  if (a.has(Args::kSize)) o.size = &a.size;
  if (a.has(Args::kDtype)) o.dtype = &a.dtype;
  if (a.has(Args::kFillValue)) o.fill = &a.fill_value;
  o.interp = a.interp_type;
  return o;
}

// Sets everything but the matrix. Without `size`, out[] has the input's extents.
void warp_setup(const WarpOptions& options, const OutSpec& in, WarpState& state);

// Sets the sample's output from the state, whose out[] is final. Throws for an input without pixels.
void warp_output(const WarpOptions& options, const OutSpec& in, const WarpState& state, SampleSetup& s);

// Runs all frames of a sample.
void run_warp(const WarpState& state, const TensorView& in, const TensorView& out);

}  // namespace penstock::ops
