// resize on the CPU: setup() makes axes of the arguments, run() resamples the pixels.
#include "generated/ops/resize.h"
#include "kernels/resample/resize.h"

namespace penstock::ops {
namespace {

void setup(const ResizeArgs& a, SampleSetup& s, ResizeState& state) {
  const TensorView& in = s.in[0];
  state.layout = resize_layout(in);
  resolve_resize(resize_request(a, state.layout.spatial), resize_filters(a), in.shape, state);
  shrink_input(s, state);
  s.out[0] = resize_output(in, state, a.has(ResizeArgs::kDtype), a.dtype);
  if (a.save_attrs) {
    s.out[1] = OutSpec{};
    s.out[1].dtype = DType::int32;
    s.out[1].shape = {state.layout.spatial};
  }
  s.cost = resize_cost(state);
}

void run(const ResizeArgs& a, SampleRun& s, ResizeState& state) {
  run_resize(state, s.in[0], s.out[0], s.local<ResizeLocal>(), *s.scratch);
  if (a.save_attrs) {
    for (int d = 0; d < state.layout.spatial; ++d) {
      s.out[1].as<int32_t>()[d] = static_cast<int32_t>(state.extent[d]);
    }
  }
}

}  // namespace

PENSTOCK_CPU_OP(resize, ResizeArgs, ResizeState, setup, run, kNone)

}  // namespace penstock::ops
