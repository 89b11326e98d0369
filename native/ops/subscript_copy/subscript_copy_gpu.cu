// subscriptCopy on a GPU: strided copies of the windows.
#include "generated/ops/subscript_copy.h"
#include "kernels/window/subscript_window.h"
#include "kernels/window/window_copy_gpu.h"

namespace penstock::ops {
namespace {

gpu::StridedCopy stepped_copy(const TensorView& in, const Subscript& part, const TensorView& out) {
  const Window& w = part.window;
  if (part.step.none()) return window_copy(in, w, Bounds::error, {}, out);
  gpu::StridedCopy s;
  s.out = out.data;
  s.out_dtype = out.dtype;
  int64_t strides[abi::maxDims], size = 1, first = 0;
  for (int d = w.ndim - 1; d >= 0; --d) {
    strides[d] = size;
    size *= in.shape[d];
  }
  for (int d = 0; d < w.ndim; ++d) {
    gpu::StridedCopy::Dim dim;
    dim.size = w.shape[d];
    dim.step = strides[d] * part.step[d];
    first += w.anchor[d] * strides[d];
    s.add(dim);
  }
  s.set_in(in, first);
  return s;
}

void run(gpu::Run& r) {
  std::vector<gpu::StridedCopy> samples;
  for (int i = 0; i < r.count; ++i) {
    const auto& part = r.state<Subscript>(i);
    const Window& w = part.window;
    TensorView out = r.out[0][i];
    out.shape = w.out_shape();
    out.layout = {};
    if (out.shape.volume()) samples.push_back(stepped_copy(r.in[0][i], part, out));
  }
  if (!samples.empty()) gpu::strided_copy(r.ctx, samples);
}

}  // namespace

PENSTOCK_GPU_OP(subscript_copy, SubscriptCopyArgs, run)

}  // namespace penstock::ops
