// subscriptCopy on the CPU: copies the window, or with steps one row of elements after the other.
#include <cstring>

#include "core/dispatch.h"
#include "generated/ops/subscript_copy.h"
#include "kernels/window/subscript_window.h"
#include "kernels/window/window_copy.h"

namespace penstock::ops {
namespace {

// Copies `count` elements that are `step` apart.
template <class T>
void copy_row(const T* in, int64_t step, int64_t count, T* out) {
  if (step == 1) {
    std::memcpy(out, in, static_cast<size_t>(count) * sizeof(T));
    return;
  }
  for (int64_t i = 0; i < count; ++i) out[i] = in[i * step];
}

// Copies what is taken of axis `d` and those after it, from the element at `in` on. Returns where the output goes on.
template <class T>
T* copy_axis(const Subscript& s, const int64_t* strides, int d, const T* in, T* out) {
  const Window& w = s.window;
  in += w.anchor[d] * strides[d];
  const int64_t step = s.step[d] * strides[d];
  if (d == w.ndim - 1) {
    copy_row(in, step, w.shape[d], out);
    return out + w.shape[d];
  }
  for (int64_t i = 0; i < w.shape[d]; ++i) out = copy_axis(s, strides, d + 1, in + i * step, out);
  return out;
}

template <class T>
void copy_steps(const Subscript& s, const TensorView& in, const TensorView& out) {
  int64_t strides[abi::maxDims], size = 1;
  for (int d = in.shape.ndim - 1; d >= 0; --d) {
    strides[d] = size;
    size *= in.shape[d];
  }
  copy_axis(s, strides, 0, in.as<const T>(), out.as<T>());
}

void setup(const SubscriptCopyArgs& a, SampleSetup& s, Subscript& part) {
  part = subscript_of(a, s.in[0], a.steps);
  s.out[0] = subscript_out(part, s.in[0]);
}

void run(const SubscriptCopyArgs&, SampleRun& s, Subscript& part) {
  TensorView out = s.out[0];
  out.shape = part.window.out_shape();
  out.layout = {};
  if (part.step.none()) {
    copy_window(s.in[0], part.window, Bounds::error, {}, out, *s.scratch);
    return;
  }
  if (!out.shape.volume()) return;
  const auto size = dtype_size(out.dtype);
  if (size == 1) return copy_steps<uint8_t>(part, s.in[0], out);
  if (size == 2) return copy_steps<uint16_t>(part, s.in[0], out);
  if (size == 4) return copy_steps<uint32_t>(part, s.in[0], out);
  copy_steps<uint64_t>(part, s.in[0], out);
}

}  // namespace

PENSTOCK_CPU_OP(subscript_copy, SubscriptCopyArgs, Subscript, setup, run, kNone)

}  // namespace penstock::ops
