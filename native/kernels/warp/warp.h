// Resampling along an affine map: the state of a sample, and the arithmetic of one output pixel. warpAffine and rotate
// share it, on CPU and GPU. Every product and sum is rounded separately, in the order written here, so that all of them
// give the same values.
#pragma once
#include <cstdint>

#include "core/dispatch.h"
#include "core/host_device.h"

namespace penstock::ops {

// The state of a sample: a stack of `frames` images (`spatial` 2) or volumes (`spatial` 3), with channels innermost.
// Axes are numbered x, y, z.
struct WarpState {
  int32_t spatial = 2, channels = 1;
  int64_t frames = 1;
  int32_t in[3] = {1, 1, 1}, out[3] = {1, 1, 1};
  // Output position to input position: one row per input axis, one column per output axis and one for the offset.
  float matrix[12] = {};
  float fill = 0;  // linear: a value of the input's dtype
  bool filled = false, linear = true;
};

// The term that output row (y, z) adds to the positions along input axis `axis`.
template <int ND>
PENSTOCK_HD float warp_row(const WarpState& s, int axis, int y, int z) {
  const float* m = s.matrix + axis * (ND + 1);
  if (ND == 2) return m[1] * (static_cast<float>(y) + 0.5f) + m[2];
  return m[1] * (static_cast<float>(y) + 0.5f) + (m[2] * (static_cast<float>(z) + 0.5f) + m[3]);
}

// The position of output x along an input axis; monotonic in x.
PENSTOCK_HD float warp_position(float slope, float row, int x) { return slope * (static_cast<float>(x) + 0.5f) + row; }

// Clamps a position so that an int can hold it. More than two pixels outside the input, the position no longer matters.
// A NaN counts as outside.
PENSTOCK_HD float warp_clip(float v, int32_t extent) {
  const float top = static_cast<float>(extent) + 1;
  v = v > -2.0f ? v : -2.0f;
  return v < top ? v : top;
}

PENSTOCK_HD int32_t warp_floor(float v) {
  const int32_t i = static_cast<int32_t>(v);
  return i - (static_cast<float>(i) > v);
}

// The two input pixels along one axis between which a position lies, as indices that are always valid. `ok` is false
// for a pixel outside the input, for which the fill value is used.
struct WarpTaps {
  int32_t at[2];
  bool ok[2];
  float part;  // weight of the second pixel
};

PENSTOCK_HD void warp_place(const WarpState& s, int32_t i, int32_t extent, int32_t& at, bool& ok) {
  at = i < 0 ? 0 : i >= extent ? extent - 1 : i;
  ok = !s.filled || at == i;
}

PENSTOCK_HD WarpTaps warp_taps(const WarpState& s, float position, int32_t extent) {
  WarpTaps t;
  if (s.linear) {
    const float v = warp_clip(position - 0.5f, extent);
    const int32_t i = warp_floor(v);
    t.part = v - static_cast<float>(i);
    warp_place(s, i, extent, t.at[0], t.ok[0]);
    warp_place(s, i + 1, extent, t.at[1], t.ok[1]);
  } else {
    warp_place(s, warp_floor(warp_clip(position, extent)), extent, t.at[0], t.ok[0]);
    t.at[1] = t.at[0];
    t.ok[1] = t.ok[0];
    t.part = 0;
  }
  return t;
}

// Linear interpolation. V is float or a vector of floats.
template <class V>
PENSTOCK_HD V warp_bilinear(V v00, V v01, V v10, V v11, float x, float y) {
  const float rest = 1.0f - x;
  const V top = v00 * rest + v01 * x, bottom = v10 * rest + v11 * x;
  return top + (bottom - top) * y;
}

template <class V>
PENSTOCK_HD V warp_along(V a, V b, float part) {
  return a + (b - a) * part;
}

// Computes one output pixel at any position. `position` has x, y (, z); `in` is the frame. C is the number of channels
// if known at compile time, else 0.
template <int ND, int C = 0, class In, class Out>
PENSTOCK_HD void warp_pixel(const WarpState& s, const float* position, const In* in, Out* out) {
  const int channels = C ? C : s.channels;
  const int64_t step = channels, pitch = step * s.in[0], slice = pitch * s.in[1];
  const WarpTaps x = warp_taps(s, position[0], s.in[0]), y = warp_taps(s, position[1], s.in[1]);
  WarpTaps z{{0, 0}, {true, true}, 0};
  if (ND == 3) z = warp_taps(s, position[ND - 1], s.in[2]);
  const int64_t x0 = x.at[0] * step, x1 = x.at[1] * step;
  const int64_t y0 = y.at[0] * pitch, y1 = y.at[1] * pitch, z0 = z.at[0] * slice, z1 = z.at[1] * slice;
  if (!s.linear) {
    const bool ok = x.ok[0] && y.ok[0] && z.ok[0];
    const In* p = in + (z0 + y0 + x0);
    for (int c = 0; c < channels; ++c) out[c] = ok ? convert<Out>(p[c]) : convert<Out>(s.fill);
    return;
  }
  for (int c = 0; c < channels; ++c) {
    const auto value = [&](bool ok, int64_t at) { return ok ? static_cast<float>(in[at + c]) : s.fill; };
    const auto plane = [&](bool ok, int64_t at) {
      return warp_bilinear(value(ok && y.ok[0] && x.ok[0], at + y0 + x0), value(ok && y.ok[0] && x.ok[1], at + y0 + x1),
                           value(ok && y.ok[1] && x.ok[0], at + y1 + x0), value(ok && y.ok[1] && x.ok[1], at + y1 + x1),
                           x.part, y.part);
    };
    float v = plane(z.ok[0], z0);
    if (ND == 3) v = warp_along(v, plane(z.ok[1], z1), z.part);
    out[c] = convert<Out>(v);
  }
}

}  // namespace penstock::ops
