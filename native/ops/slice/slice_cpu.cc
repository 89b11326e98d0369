// slice on the CPU: setup() finds the window, run() copies it.
#include "core/op.h"
#include "generated/ops/slice.h"
#include "kernels/window/slice_window.h"
#include "kernels/window/window_copy.h"

namespace penstock::ops {
namespace {

void setup(const SliceArgs& a, SampleSetup& s, Window& w) {
  const TensorView& in = s.in[0];
  if (s.num_inputs == 2) fail(ErrorCode::INVALID_INPUT, "Expected both anchor and shape inputs but received one");
  const bool positional = s.num_inputs == 3;
  w = slice_window(a, in.shape, in.layout, positional ? &s.in[1] : nullptr, positional ? &s.in[2] : nullptr);
  apply_bounds(bounds_of(a), in.shape, w);
  OutSpec& out = s.out[0];
  out.layout = in.layout;
  out.shape = w.out_shape();
  out.dtype = a.has(SliceArgs::kDtype) ? a.dtype : in.dtype;
}

void run(const SliceArgs& a, SampleRun& s, Window& w) {
  TensorView out = s.out[0];
  out.layout = fill_layout(out);
  copy_window(s.in[0], w, bounds_of(a), a.fill_values, out, *s.scratch);
}

}  // namespace

// kReadsOthers: setup() reads the anchor and shape inputs, because the output's shape depends on their values.
PENSTOCK_CPU_OP(slice, SliceArgs, Window, setup, run, kReadsOthers)

}  // namespace penstock::ops
