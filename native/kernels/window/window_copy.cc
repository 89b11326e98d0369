// See window_copy.h.
#include "kernels/window/window_copy.h"

#include "kernels/window/window_rows.h"

namespace penstock::ops {

void copy_window(const TensorView& in, const Window& w, Bounds policy, const ArgList<float>& fill,
                 const TensorView& out, Scratch& scratch) {
  if (!out.shape.volume()) return;
  const int channel_dim = fill_axis(policy, fill, out);
  const detail::RowPlan p = detail::plan_rows(in.shape, w, channel_dim, policy == Bounds::pad || w.inside(in.shape));
  detail::RowSource source{in.as<uint8_t>(), static_cast<int64_t>(dtype_size(in.dtype)), nullptr};
  auto* values = scratch.get<uint64_t>(fill.size);  // as many elements of the output's dtype
  dispatch(out.dtype, [&](auto out_zero) {
    using Out = decltype(out_zero);
    for (int i = 0; i < fill.size; ++i) {
      const Out value = detail::clamp_to<Out>(fill[i]);
      std::memcpy(reinterpret_cast<uint8_t*>(values) + i * sizeof value, &value, sizeof value);
    }
    if (in.dtype == out.dtype) return;
    dispatch(in.dtype, [&](auto in_zero) { source.convert = detail::convert_run<Out, decltype(in_zero)>; });
  });
  const auto copy = [&](auto bits) {
    using Bits = decltype(bits);
    detail::copy_rows(policy, p, reinterpret_cast<const Bits*>(values), fill.size, source, out.as<Bits>());
  };
  const auto size = dtype_size(out.dtype);
  if (size == 1) return copy(uint8_t{});
  if (size == 2) return copy(uint16_t{});
  if (size == 4) return copy(uint32_t{});
  copy(uint64_t{});
}

}  // namespace penstock::ops
