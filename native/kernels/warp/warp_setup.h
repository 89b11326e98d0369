// From the arguments that warpAffine and rotate share (native/ops/_args/warp.json) to a sample's WarpState.
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

// Everything but the matrix; without `size`, out[] is as large as the input.
void warp_setup(const WarpOptions& options, const OutSpec& in, WarpState& state);

// From the state with its final out[]; refuses what has nothing to sample.
void warp_output(const WarpOptions& options, const OutSpec& in, const WarpState& state, SampleSetup& s);

// Runs all frames of a sample.
void run_warp(const WarpState& state, const TensorView& in, const TensorView& out);

}  // namespace penstock::ops
