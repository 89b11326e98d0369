// Makes a sample's state from the arguments of erase.
#pragma once
#include "core/op.h"
#include "kernels/window/slice_window.h"
#include "ops/erase/erase.h"

namespace penstock::ops {

template <class Args>
void erase_setup(const Args& a, const OutSpec& in, EraseState& e) {
  e.ndim = in.shape.ndim;
  e.channel = static_cast<int8_t>(in.layout.find('C'));
  if (!in.layout.empty() && e.channel >= e.ndim) e.channel = -1;
  if (a.has(Args::kAxes) || a.has(Args::kAxisNames)) {
    const SliceAxes axes = slice_axes(a, in.shape, in.layout);
    e.axes = axes.count;
    for (int i = 0; i < axes.count; ++i) e.dim[i] = static_cast<int8_t>(axes.dim[i]);
  } else {
    for (int d = 0; d < e.ndim; ++d) {
      if (d != e.channel) e.dim[e.axes++] = static_cast<int8_t>(d);
    }
  }
  if (a.has(Args::kNormalized) && (a.has(Args::kNormalizedAnchor) || a.has(Args::kNormalizedShape))) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected either normalized or normalizedAnchor and normalizedShape but received both");
  }
  e.normalized_anchor = a.normalized || a.normalized_anchor;
  e.normalized_shape = a.normalized || a.normalized_shape;
  e.centered = a.centered_anchor;
  const bool anchored = a.has(Args::kAnchor);
  if (anchored && a.anchor.size != a.shape.size) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected as many values for shape as for anchor (%d) but received %d",
         a.anchor.size, a.shape.size);
  }
  if (a.shape.size && (!e.axes || a.shape.size % e.axes)) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected a multiple of %d values (one per axis) for anchor and shape but received %d", e.axes, a.shape.size);
  }
  e.regions = e.axes ? a.shape.size / e.axes : 0;
  e.anchor = anchored ? a.anchor.data : nullptr;
  e.shape = a.shape.data;
  e.fills = a.fill_value.size;
  e.fill = a.fill_value.data;
  if (e.fills != 1) {
    if (e.channel < 0) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 value for fillValue (the layout '%s' has no C) but received %d",
           in.layout.name, e.fills);
    }
    if (e.fills != in.shape[e.channel]) {
      fail(ErrorCode::INVALID_ARGUMENT,
           "Expected 1 or %" PRId64 " values (one per channel) for fillValue but received %d", in.shape[e.channel],
           e.fills);
    }
  }
}

}  // namespace penstock::ops
