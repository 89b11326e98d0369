// slice on the CPU, and copy_window(), which crop uses too.
#include "core/op.h"
#include "generated/ops/slice.h"
#include "ops/slice/slice_window.h"
#include "ops/slice/window_copy.h"
#include "ops/slice/window_rows.h"

namespace penstock::ops {

void copy_window(const TensorView& in, const Window& w, Bounds policy, const ArgList<float>& fill,
                 const TensorView& out, Scratch& scratch) {
  if (!out.shape.volume()) return;
  const int channel_dim = fill_axis(policy, fill, out);
  const detail::RowPlan p = detail::plan_rows(in.shape, w, channel_dim, policy == Bounds::pad || w.inside(in.shape));
  dispatch(out.dtype, [&](auto out_zero) {
    using Out = decltype(out_zero);
    Out* values = scratch.get<Out>(fill.size);
    for (int i = 0; i < fill.size; ++i) values[i] = detail::clamp_to<Out>(fill[i]);
    dispatch(in.dtype, [&](auto in_zero) {
      using In = decltype(in_zero);
      detail::copy_rows(policy, p, values, fill.size, in.as<In>(), out.as<Out>());
    });
  });
}

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

// Positional anchors are values that the shape depends on.
PENSTOCK_CPU_OP(slice, SliceArgs, Window, setup, run, kReadsOthers)

}  // namespace penstock::ops
