// The arithmetic of cropMirrorNormalize, which all devices share.
#pragma once
#include <algorithm>
#include <cmath>

#include "core/host_device.h"

namespace penstock::ops {

// The operator's formula, in double.
PENSTOCK_HD double normalized(double x, double mean, double std, double scale, double shift) {
  return (x - mean) / std * scale + shift;
}

// A line through (zero, 0), computed in single precision with only one rounding at the result's scale:
//   (x - zero) * slope + ((x - zero) * slope_low + rest)   with fused multiply-adds
// x - zero is exact, because both are multiples of one power of 2. The bracket corrects the rounding of slope and zero
// to single precision.
struct Line {
  float zero, slope, slope_low, rest;
};

inline Line make_line(double slope, double zero) {
  const double top = std::max(std::fabs(zero), std::fabs(255 - zero));
  // A value that is not finite gives NaN, and is_line() then refuses the line.
  const double grid = std::ldexp(1.0, top < 1e30 ? std::ilogb(top) - 23 : 0);
  Line l;
  l.zero = static_cast<float>(std::rint(zero / grid) * grid);
  l.slope = static_cast<float>(slope);
  l.slope_low = static_cast<float>(slope - static_cast<double>(l.slope));
  l.rest = static_cast<float>((static_cast<double>(l.zero) - zero) * slope);
  return l;
}

// The line of a channel. Where there is none (for example with scale 0), the values are not finite; see is_line().
inline Line normalize_line(double mean, double std, double scale, double shift) {
  const double slope = scale / std;
  return make_line(slope, shift != 0 ? mean - shift / slope : mean);
}

inline bool is_line(const Line& l) { return std::isfinite(l.zero + l.slope + l.slope_low + l.rest); }

PENSTOCK_HD float on_line(const Line& l, float x) {
  const float d = x - l.zero;
  return fmaf(d, l.slope, fmaf(d, l.slope_low, l.rest));
}

}  // namespace penstock::ops
