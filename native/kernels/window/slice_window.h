// The window of DALI's slice arguments (native/ops/_args/slice.json), or of positional anchor and shape inputs.
// Used by slice and decoders.imageSlice.
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

template <class Args>
SliceAxes slice_axes(const Args& a, const Shape& in, const Layout& layout) {
  SliceAxes axes;
  const bool names_given = a.has(Args::kAxisNames), axes_given = a.has(Args::kAxes);
  if (names_given || (!axes_given && !layout.empty())) {
    for (char c : a.axis_names.view()) {
      const int d = layout.find(c);
      if (d < 0 || d >= in.ndim) {
        fail(ErrorCode::INVALID_INPUT, "Expected axis %c of axisNames in the input's layout but received layout '%s'",
             c, layout.name);
      }
      axes.dim[axes.count++ % abi::maxDims] = d;
    }
  } else {
    for (int32_t axis : a.axes) {
      if (axis < -in.ndim || axis >= in.ndim) {
        fail(ErrorCode::INVALID_ARGUMENT, "Expected -%d to %d for axes but received %d", in.ndim, in.ndim - 1, axis);
      }
      axes.dim[axes.count++ % abi::maxDims] = axis < 0 ? axis + in.ndim : axis;
    }
  }
  // Without axes, the values refer to all dimensions in order.
  if (!axes.count) {
    for (int d = 0; d < in.ndim; ++d) axes.dim[axes.count++] = d;
    return axes;
  }
  uint32_t seen = 0;
  for (int i = 0; i < axes.count; ++i) {
    const uint32_t bit = 1u << axes.dim[i % abi::maxDims];
    if (seen & bit) fail(ErrorCode::INVALID_ARGUMENT, "Expected different axes but received one twice for axes");
    seen |= bit;
  }
  return axes;
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

template <class Args>
Window slice_window_named(const Args& a, const Shape& in, const SliceAxes& axes) {
  const bool start = a.has(Args::kStart), rel_start = a.has(Args::kRelStart);
  const bool end = a.has(Args::kEnd), rel_end = a.has(Args::kRelEnd);
  const bool shape = a.has(Args::kShape), rel_shape = a.has(Args::kRelShape);
  if (start && rel_start) fail(ErrorCode::INVALID_ARGUMENT, "Expected start or relStart but received both");
  if (end + rel_end + shape + rel_shape > 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected one of end, relEnd, shape, relShape but received several");
  }
  detail::check_count("start", a.start, axes.count, start);
  detail::check_count("relStart", a.rel_start, axes.count, rel_start);
  detail::check_count("end", a.end, axes.count, end);
  detail::check_count("relEnd", a.rel_end, axes.count, rel_end);
  detail::check_count("shape", a.shape, axes.count, shape);
  detail::check_count("relShape", a.rel_shape, axes.count, rel_shape);
  Window w = Window::whole(in);
  for (int i = 0; i < axes.count; ++i) {
    const int d = axes.dim[i];
    // Products with relative values are single precision and sums double, so that halves round as in DALI.
    const float extent = static_cast<float>(in[d]);
    const double from = start ? a.start.at(i) : rel_start ? a.rel_start.at(i) * extent : 0;
    double to = static_cast<double>(in[d]);
    if (end) to = a.end.at(i);
    if (rel_end) to = a.rel_end.at(i) * extent;
    if (shape) to = from + a.shape.at(i);
    if (rel_shape) to = from + a.rel_shape.at(i) * extent;
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
  const bool named = a.has(Args::kStart) || a.has(Args::kRelStart) || a.has(Args::kEnd) || a.has(Args::kRelEnd) ||
                     a.has(Args::kShape) || a.has(Args::kRelShape);
  if (anchor && shape) {
    if (named) {
      fail(ErrorCode::INVALID_ARGUMENT,
           "Expected either anchor and shape inputs or start, end and shape arguments but received both");
    }
    return slice_window_positional(a, in, axes, *anchor, *shape);
  }
  if (!named) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a window: start, end or shape arguments, or anchor and shape inputs");
  }
  return slice_window_named(a, in, axes);
}

}  // namespace penstock::ops
