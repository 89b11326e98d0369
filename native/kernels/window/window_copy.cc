// See window_copy.h.
#include "kernels/window/window_copy.h"

#include "kernels/window/window_rows.h"

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

}  // namespace penstock::ops
