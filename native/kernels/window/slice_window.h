// The window of DALI's slice arguments (native/ops/_args/slice.json), or of positional anchor and shape inputs.
// Used by slice and decoders.imageSlice; readers.numpy has the arguments under other names.
#pragma once
#include <cmath>

#include "core/dispatch.h"
#include "kernels/window/window.h"

namespace penstock::ops {

// The dimensions that the window's values refer to.
struct SliceAxes {
  int count = 0;
  int dim[abi::maxDims] = {};
};

// The axes of a list of numbers, which are checked; all of them for an empty list.
inline SliceAxes numbered_axes(const char* name, const ArgList<int32_t>& list, int ndim) {
  SliceAxes axes;
  uint32_t seen = 0;
  for (int32_t axis : list) {
    if (axis < -ndim || axis >= ndim) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected -%d to %d for %s but received %d", ndim, ndim - 1, name, axis);
    }
    if (axis < 0) axis += ndim;
    if (seen >> axis & 1)
      fail(ErrorCode::INVALID_ARGUMENT, "Expected different axes but received one twice for %s", name);
    seen |= 1u << axis;
    axes.dim[axes.count++] = axis;
  }
  if (axes.count) return axes;
  for (int d = 0; d < ndim; ++d) axes.dim[axes.count++] = d;
  return axes;
}

template <class Args>
SliceAxes slice_axes(const Args& a, const Shape& in, const Layout& layout) {
  const bool names_given = a.has(Args::kAxisNames), axes_given = a.has(Args::kAxes);
  if (!names_given && (axes_given || layout.empty())) return numbered_axes("axes", a.axes, in.ndim);
  int32_t numbers[sizeof(Layout::name)];
  ArgList<int32_t> list;
  list.data = numbers;
  for (char c : a.axis_names.view()) {
    const int d = layout.find(c);
    if (d < 0 || d >= in.ndim) {
      fail(ErrorCode::INVALID_INPUT, "Expected axis %c of axisNames in the input's layout but received layout '%s'", c,
           layout.name);
    }
    numbers[list.size++] = d;
  }
  return numbered_axes("axisNames", list, in.ndim);
}

namespace detail {

inline int64_t whole_number(double v) {
  if (!(std::fabs(v) < 0x1p62))
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a window that can be counted but received %g", v);
  return static_cast<int64_t>(std::round(v));
}

// Sets one axis. Start and end are rounded separately, so that windows that touch before rounding touch after it.
inline void set_axis(Window& w, int d, double start, double end) {
  if (!(end >= start)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected an end after the start for the window but received start %g, end %g",
         start, end);
  }
  w.anchor[d] = whole_number(start);
  w.shape[d] = whole_number(end) - w.anchor[d];
}

template <class List>
void check_count(const char* name, const List& list, int axes, bool given) {
  if (given && list.size != axes && list.size != 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %d values (one per axis) for %s but received %d", axes, name,
         list.size);
  }
}

inline double element(const TensorView& t, int64_t i) {
  return dispatch(t.dtype, [&](auto zero) { return static_cast<double>(t.as<decltype(zero)>()[i]); });
}

}  // namespace detail

// An argument of a window: its name, its values, and whether there are any. An empty list counts as not given, as in
// DALI.
template <class T>
struct WindowArg {
  const char* name;
  const ArgList<T>& list;
  bool given;
};

struct WindowArgs {
  WindowArg<int32_t> start, end, shape;
  WindowArg<float> rel_start, rel_end, rel_shape;

  bool any() const {
    return start.given || end.given || shape.given || rel_start.given || rel_end.given || rel_shape.given;
  }
};

inline Window named_window(const WindowArgs& a, const Shape& in, const SliceAxes& axes) {
  const auto check = [&](const auto& arg) { detail::check_count(arg.name, arg.list, axes.count, arg.given); };
  check(a.start), check(a.end), check(a.shape), check(a.rel_start), check(a.rel_end), check(a.rel_shape);
  Window w = Window::whole(in);
  for (int i = 0; i < axes.count; ++i) {
    const int d = axes.dim[i];
    // Products with relative values are single precision and sums double, so that halves round as in DALI.
    const float extent = static_cast<float>(in[d]);
    const double from = a.start.given ? a.start.list.at(i) : a.rel_start.given ? a.rel_start.list.at(i) * extent : 0;
    double to = static_cast<double>(in[d]);
    if (a.end.given) to = a.end.list.at(i);
    if (a.rel_end.given) to = a.rel_end.list.at(i) * extent;
    if (a.shape.given) to = from + a.shape.list.at(i);
    if (a.rel_shape.given) to = from + a.rel_shape.list.at(i) * extent;
    detail::set_axis(w, d, from, to);
  }
  return w;
}

template <class Args>
Window slice_window_positional(const Args& a, const Shape& in, const SliceAxes& axes, const TensorView& anchor,
                               const TensorView& shape) {
  if (anchor.dtype != shape.dtype ||
      (anchor.dtype != DType::float32 && anchor.dtype != DType::int32 && anchor.dtype != DType::int64)) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32, int32 or int64 alike for anchor and shape but received %s and %s",
         dtype_name(anchor.dtype), dtype_name(shape.dtype));
  }
  if (anchor.shape.volume() != axes.count || shape.shape.volume() != axes.count) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected %d values (one per axis) for anchor and shape but received %" PRId64 " and %" PRId64, axes.count,
         anchor.shape.volume(), shape.shape.volume());
  }
  if (!anchor.data || !shape.data) fail(ErrorCode::INTERNAL, "the anchor and shape inputs have no data at setup");
  const bool floating = anchor.dtype == DType::float32;
  Window w = Window::whole(in);
  for (int i = 0; i < axes.count; ++i) {
    const int d = axes.dim[i];
    const double extent = static_cast<double>(in[d]);
    double from = detail::element(anchor, i), size = detail::element(shape, i);
    if (floating && a.normalized_anchor) from *= extent;
    if (floating && a.normalized_shape) size *= extent;
    detail::set_axis(w, d, from, from + size);
  }
  return w;
}

// Finds the window. `anchor` and `shape` are both null, or both inputs.
template <class Args>
Window slice_window(const Args& a, const Shape& in, const Layout& layout, const TensorView* anchor = nullptr,
                    const TensorView* shape = nullptr) {
  const SliceAxes axes = slice_axes(a, in, layout);
  const WindowArgs args{{"start", a.start, !a.start.empty()},      {"end", a.end, !a.end.empty()},
                        {"shape", a.shape, !a.shape.empty()},      {"relStart", a.rel_start, !a.rel_start.empty()},
                        {"relEnd", a.rel_end, !a.rel_end.empty()}, {"relShape", a.rel_shape, !a.rel_shape.empty()}};
  if (anchor && shape) return slice_window_positional(a, in, axes, *anchor, *shape);
  return named_window(args, in, axes);
}

}  // namespace penstock::ops
