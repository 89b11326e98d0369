// The crop window of DALI's `crop*` arguments (native/ops/_args/crop.json) for an input's shape and layout.
// Used by crop, cropMirrorNormalize, resizeCropMirror and decoders.imageCrop.
#pragma once
#include <cmath>

#include "kernels/window/window.h"

namespace penstock::ops {

// The layout of an input of the window operators. Without a layout it is the first one with as many dimensions.
inline Layout image_layout(const OutSpec& in) {
  static constexpr const char* kLayouts[] = {"HWC",  "CHW",  "DHWC",  "CDHW",  "FHWC",
                                             "FCHW", "CFHW", "FDHWC", "FCDHW", "CFDHW"};
  for (const char* name : kLayouts) {
    const Layout layout(name);
    if (in.layout.empty() ? static_cast<int>(layout.view().size()) == in.shape.ndim : layout == in.layout)
      return layout;
  }
  if (in.layout.empty()) {
    fail(ErrorCode::INVALID_INPUT, "Expected 3 to 5 dimensions for the input but received %d", in.shape.ndim);
  }
  fail(ErrorCode::INVALID_INPUT,
       "Expected layout HWC, CHW, DHWC, CDHW, FHWC, FCHW, CFHW, FDHWC, FCDHW or CFDHW for the input but received %s",
       in.layout.name);
}

// Whether the arguments ask for a crop; otherwise the window is the whole input.
template <class Args>
bool has_crop(const Args& a) {
  return a.has(Args::kCrop) || a.has(Args::kCropH) || a.has(Args::kCropW) || a.has(Args::kCropD);
}

// Pixels that count as part of the image around it.
struct Margins {
  int64_t top = 0, left = 0, bottom = 0, right = 0;
};

// Places the window along one axis. The fraction of `size` is dropped, and a size below 1 takes the whole extent. `pos`
// is the share of the free space that lies before the window. The product is taken in double, so that halves round as
// in DALI. `before`, `after`: margins, within which the window is placed.
inline void place_axis(Window& w, int d, int64_t inner, float size, float pos, bool truncate, int64_t before = 0,
                       int64_t after = 0) {
  const int64_t extent = before + inner + after;
  if (!(size < 2147483648.0f))
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a size in pixels for crop but received %g", size);
  w.shape[d] = size >= 1 ? static_cast<int64_t>(size) : extent;
  const double start = static_cast<double>(pos) * static_cast<double>(extent - w.shape[d]);
  w.anchor[d] = static_cast<int64_t>(truncate ? std::trunc(start) : std::round(start)) - before;
}

// The window may reach outside the input: apply_bounds() decides what that means.
template <class Args>
Window crop_window(const Args& a, const Shape& in, const Layout& layout, const Margins& m = {}) {
  Window w = Window::whole(in);
  if (!has_crop(a) && !m.top && !m.left && !m.bottom && !m.right) return w;
  float size_d = 0, size_h = 0, size_w = 0;
  if (a.has(Args::kCrop)) {
    if (a.crop.size != 2 && a.crop.size != 3) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected 2 or 3 values for crop but received %d", a.crop.size);
    }
    const float* last = a.crop.end();
    size_d = a.crop.size == 3 ? last[-3] : 0;
    size_h = last[-2];
    size_w = last[-1];
  } else {
    size_d = a.crop_d;
    size_h = a.crop_h;
    size_w = a.crop_w;
  }
  const bool truncate = a.rounding == Args::Rounding::truncate;
  const int dim_h = layout.find('H'), dim_w = layout.find('W');
  // The frames of a sequence count as its depth when the layout has no D.
  const int dim_d = layout.find('D') >= 0 ? layout.find('D') : layout.find('F');
  if (dim_h >= 0) place_axis(w, dim_h, in[dim_h], size_h, a.crop_pos_y, truncate, m.top, m.bottom);
  if (dim_w >= 0) place_axis(w, dim_w, in[dim_w], size_w, a.crop_pos_x, truncate, m.left, m.right);
  if (dim_d >= 0) place_axis(w, dim_d, in[dim_d], size_d, a.crop_pos_z, truncate);
  return w;
}

}  // namespace penstock::ops
