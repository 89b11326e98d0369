// Resampling along any map: the state of a sample, and the value of one output pixel, which CPU and GPU share.
// A map is plain data with `Position operator()(int x, int y) const`, marked PENSTOCK_HD: the place in the input for an
// output pixel. Affine maps, whose rows are straight lines, have kernels/warp.
#pragma once
#include <cmath>
#include <cstdint>

#include "core/dispatch.h"
#include "kernels/convolve/border.h"
#include "kernels/warp/warp.h"

namespace penstock::ops {

// A place in the input, in pixels. A pixel with a whole number i lies at i under 'linear' and 'cubic'; under 'nn' it
// covers [i, i + 1).
struct Position {
  float x, y;
};

inline constexpr int kRemapFills = 4;

// `images` images of one extent, one after the other, with channels innermost. A frame of a planar layout is `planes`
// images of one channel.
struct RemapState {
  int64_t images = 1;
  int32_t planes = 1, channels = 1;
  int32_t in[2] = {1, 1}, out[2] = {1, 1};  // x, y
  Interp interp = Interp::linear;
  Border border = Border::constant;
  bool copied = false;           // the output is the input
  float fill[kRemapFills] = {};  // by channel or plane, which are no more than these unless all are equal
};

// The fill value of a channel in a plane of a frame.
PENSTOCK_HD float remap_fill(const RemapState& s, int plane, int c) { return s.fill[(plane + c) % kRemapFills]; }

// Clamps a position so that an int can hold it. A NaN lies as far to the left as a position can.
PENSTOCK_HD float remap_clip(float v) {
  constexpr float far = 1 << 30;
  v = v > -far ? v : -far;
  return v < far ? v : far;
}

// Weights of the four pixels around a position between the second and the third: Keys' cubic with a = -0.75, as OpenCV
// has it.
PENSTOCK_HD void cubic_weights(float part, float* w) {
  constexpr float a = -0.75f;
  const float before = part + 1, rest = 1 - part;
  w[0] = ((a * before - 5 * a) * before + 8 * a) * before - 4 * a;
  w[1] = ((a + 2) * part - (a + 3)) * part * part + 1;
  w[2] = ((a + 2) * rest - (a + 3)) * rest * rest + 1;
  w[3] = 1 - w[0] - w[1] - w[2];
}

// The elements at which n pixels from `first` on begin along an axis; -1 for the fill value.
PENSTOCK_HD void remap_taps(int64_t first, int n, int32_t extent, int64_t step, Border border, int64_t* at) {
  for (int i = 0; i < n; ++i) {
    const int64_t pixel = border_index(first + i, extent, border);
    at[i] = pixel < 0 ? -1 : pixel * step;
  }
}

// Computes one output pixel of an image, which is plane number `plane` of its frame. C is the number of channels if
// known at compile time, else 0.
template <int C = 0, class T>
PENSTOCK_HD void remap_pixel(const RemapState& s, int plane, Position position, const T* in, T* out) {
  const int channels = C ? C : s.channels;
  const float px = remap_clip(position.x), py = remap_clip(position.y);
  const int32_t x = warp_floor(px), y = warp_floor(py);
  const float part_x = px - static_cast<float>(x), part_y = py - static_cast<float>(y);
  const int first = s.interp == Interp::cubic ? -1 : 0;
  const int taps = s.interp == Interp::nn ? 1 : s.interp == Interp::cubic ? 4 : 2;
  int64_t at_x[4], at_y[4];
  remap_taps(int64_t{x} + first, taps, s.in[0], channels, s.border, at_x);
  remap_taps(int64_t{y} + first, taps, s.in[1], int64_t{channels} * s.in[0], s.border, at_y);
  float wx[4], wy[4];
  if (s.interp == Interp::cubic) {
    cubic_weights(part_x, wx);
    cubic_weights(part_y, wy);
  }
  for (int c = 0; c < channels; ++c) {
    const float fill = remap_fill(s, plane, c);
    const auto value = [&](int j, int i) {
      return at_y[j] < 0 || at_x[i] < 0 ? fill : static_cast<float>(in[at_y[j] + at_x[i] + c]);
    };
    float v;
    if (s.interp == Interp::nn) {
      v = value(0, 0);
    } else if (s.interp == Interp::linear) {
      v = warp_bilinear(value(0, 0), value(0, 1), value(1, 0), value(1, 1), part_x, part_y);
    } else {
      v = 0;
      for (int j = 0; j < 4; ++j) {
        v += (value(j, 0) * wx[0] + value(j, 1) * wx[1] + value(j, 2) * wx[2] + value(j, 3) * wx[3]) * wy[j];
      }
    }
    out[c] = convert<T>(v);
  }
}

}  // namespace penstock::ops
