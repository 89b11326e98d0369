// Copies a window of a tensor, converts the dtype and fills elements outside the input, for crop and slice.
#pragma once
#include "core/args.h"
#include "core/scratch.h"
#include "kernels/window/window.h"

namespace penstock::ops {

// The dimension that a list of fill values refers to. Throws where the list does not fit it.
inline int fill_axis(Bounds policy, const ArgList<float>& fill, const OutSpec& out) {
  const int channel = out.layout.find('C');
  if (policy != Bounds::pad || fill.size == 1) return channel;
  if (channel < 0) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 value for fillValues (the layout '%s' has no C) but received %d",
         out.layout.name, fill.size);
  }
  if (fill.size != out.shape[channel]) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected 1 or %" PRId64 " values (one per channel) for fillValues but received %d", out.shape[channel],
         fill.size);
  }
  return channel;
}

// The layout by which fill values are assigned. Without a layout, a list refers to the last dimension.
inline Layout fill_layout(const OutSpec& out) {
  if (!out.layout.empty() || !out.shape.ndim) return out.layout;
  char letters[8] = "abcdef";
  letters[out.shape.ndim] = 0;
  letters[out.shape.ndim - 1] = 'C';
  return letters;
}

// Copies the window to `out`, which has the window's shape; its dtype may differ. `fill`: one value, or one per channel
// of the output's layout; for an integer dtype the fraction is dropped.
void copy_window(const TensorView& in, const Window& w, Bounds policy, const ArgList<float>& fill,
                 const TensorView& out, Scratch& scratch);

}  // namespace penstock::ops
