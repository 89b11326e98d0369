// The CPU side of the operators that resize whole images: setup() makes axes of the arguments, run() resamples.
#pragma once
#include "kernels/resample/resize.h"

namespace penstock::ops {

template <class Args>
void setup_resize(const Args& a, SampleSetup& s, ResizeState& state) {
  const TensorView& in = s.in[0];
  state.layout = resize_layout(in);
  resolve_resize(resize_request(a, state.layout.spatial), resize_filters(a), in.shape, state);
  shrink_input(s, state);
  s.out[0] = resize_output(in, state, a.has(Args::kDtype), a.dtype);
  if (a.save_attrs) {
    s.out[1] = OutSpec{};
    s.out[1].dtype = DType::int32;
    s.out[1].shape = {state.layout.spatial};
  }
  s.cost = resize_cost(state);
}

template <class Args>
void run_resize_op(const Args& a, SampleRun& s, ResizeState& state) {
  run_resize(state, s.in[0], s.out[0], s.local<ResizeLocal>(), *s.scratch);
  if (!a.save_attrs) return;
  for (int d = 0; d < state.layout.spatial; ++d) {
    s.out[1].as<int32_t>()[d] = static_cast<int32_t>(state.extent[d]);
  }
}

}  // namespace penstock::ops
