// Copies windows as strided copies, for crop, slice and subscripts on a GPU.
#pragma once
#include "kernels/window/strided_copy.h"
#include "kernels/window/window_copy.h"

namespace penstock::ops {

inline gpu::StridedCopy window_copy(const TensorView& in, const Window& w, Bounds policy, const ArgList<float>& fill,
                                    const TensorView& out) {
  gpu::StridedCopy s;
  s.out = out.data;
  s.out_dtype = out.dtype;
  s.policy = policy;
  const int channel = fill_axis(policy, fill, out);
  int64_t step[abi::maxDims], first = 0, size = 1;
  for (int d = w.ndim - 1; d >= 0; --d) {
    step[d] = size;
    size *= in.shape[d];
  }
  for (int d = 0; d < w.ndim; ++d) {
    const bool inside = w.anchor[d] >= 0 && w.anchor[d] + w.shape[d] <= in.shape[d];
    gpu::StridedCopy::Dim dim;
    dim.size = w.shape[d];
    dim.step = step[d];
    dim.bounded = !inside;
    dim.anchor = inside ? 0 : w.anchor[d];
    dim.extent = in.shape[d];
    dim.channel = policy == Bounds::pad && fill.size > 1 && d == channel;
    if (inside) first += w.anchor[d] * step[d];
    s.add(dim);
  }
  s.set_in(in, first);
  return s;
}

// window_of(i) and out_of(i) give sample i's window and output; the output's layout assigns the fill values. policy_of
// gives the policy by the arguments.
template <class Args, class WindowOf, class OutOf>
void copy_windows(gpu::Run& r, WindowOf&& window_of, OutOf&& out_of,
                  Bounds (*policy_of)(const Args&) = bounds_of<Args>) {
  std::vector<gpu::StridedCopy> samples;
  for (int i = 0; i < r.count; ++i) {
    const auto& a = r.arg<Args>(i);
    const TensorView out = out_of(i);
    if (out.shape.volume()) samples.push_back(window_copy(r.in[0][i], window_of(i), policy_of(a), a.fill_values, out));
  }
  if (samples.empty()) return;
  const ArgList<float>& fill = r.arg<Args>(0).fill_values;
  gpu::strided_copy(r.ctx, samples, fill.data, fill.size);
}

}  // namespace penstock::ops
