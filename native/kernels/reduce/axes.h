// Finds the dimensions that the arguments `axes` and `axisNames` name.
#pragma once
#include "core/args.h"
#include "core/error.h"
#include "core/tensor.h"

namespace penstock::ops {

// Calls f(d) for each dimension d that is named, by number or by letter, in their order. Returns false if neither
// argument is given.
template <class Args, class F>
bool each_named_axis(const Args& a, const TensorView& in, F&& f) {
  const bool names = a.has(Args::kAxisNames), numbers = a.has(Args::kAxes);
  if (!names && !numbers) return false;
  uint32_t bits = 0;
  const int n = in.shape.ndim;
  const auto add = [&](int d) {
    if (bits >> d & 1) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected different axes for %s but received dimension %d twice",
           names ? "axisNames" : "axes", d);
    }
    bits |= 1u << d;
    f(d);
  };
  for (char c : a.axis_names.view()) {
    const int d = in.layout.find(c);
    if (d < 0 || d >= n) {
      fail(ErrorCode::INVALID_INPUT, "Expected axis %c of axisNames in the input's layout but received layout '%s'", c,
           in.layout.name);
    }
    add(d);
  }
  for (int32_t axis : a.axes) {
    if (axis < -n || axis >= n) {
      if (!n) fail(ErrorCode::INVALID_ARGUMENT, "Expected no axes for a scalar but received %d for axes", axis);
      fail(ErrorCode::INVALID_ARGUMENT, "Expected -%d to %d for axes but received %d", n, n - 1, axis);
    }
    add(axis < 0 ? axis + n : axis);
  }
  return true;
}

// Sets bit d of `bits` for each dimension d that is named, and clears the others. `bits` stays as it is if neither
// argument is given.
template <class Args>
bool named_axes(const Args& a, const TensorView& in, uint32_t& bits) {
  uint32_t found = 0;
  if (!each_named_axis(a, in, [&](int d) { found |= 1u << d; })) return false;
  bits = found;
  return true;
}

}  // namespace penstock::ops
