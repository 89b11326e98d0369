// The state of cropMirrorNormalize, which setup() makes, and the axes that its loops and kernels walk along.
#pragma once
#include <algorithm>

#include "kernels/window/window.h"

namespace penstock::ops {

struct NormalizeWindow {
  Layout in_layout;
  Window window;  // in the input's order of axes
};

// One axis of the window, with its steps through the input and the output, in elements.
struct NormalizeAxis {
  int64_t first = 0;         // input coordinate of the window's first element; may be negative
  int64_t size = 1;          // of the window
  int64_t from = 0, to = 1;  // the part of the window that lies inside the input
  int64_t in_step = 0, out_step = 0;

  bool inside(int64_t i) const { return i >= from && i < to; }
};

inline NormalizeAxis normalize_axis(char name, const TensorView& in, const TensorView& out, const NormalizeWindow& st) {
  NormalizeAxis a;
  const int d = st.in_layout.find(name), o = out.layout.find(name);
  if (d < 0) return a;
  a.first = st.window.anchor[d];
  a.size = st.window.shape[d];
  a.from = std::clamp<int64_t>(-a.first, 0, a.size);
  a.to = std::clamp<int64_t>(in.shape[d] - a.first, a.from, a.size);
  a.in_step = a.out_step = 1;
  for (int i = d + 1; i < in.shape.ndim; ++i) a.in_step *= in.shape[i];
  for (int i = o + 1; i < out.shape.ndim; ++i) a.out_step *= out.shape[i];
  return a;
}

}  // namespace penstock::ops
