// The input samples of an output sample along one axis, and their weights: the arithmetic that the CPU's tables
// (filters.cc) and the GPU's kernels share. All positions are float32, rounded after each step as written.
#pragma once
#include <cmath>
#include <cstddef>

#include "core/host_device.h"
#include "kernels/resample/filters.h"

namespace penstock::resample {

// A filter scaled to an axis. `entries` - 1 table steps span its support.
struct Filter {
  const float* table;  // null: the triangle 0, 1, 0
  int entries;
  float anchor;  // half of the support, in input samples
  float scale;   // table entries per input sample
  int taps;

  PENSTOCK_HD float operator()(float at) const {
    if (!table) {
      if (!(at > 0) || at >= 2) return 0;
      return at < 1 ? at : 1 - (at - 1);
    }
    if (!(at > -1) || at >= static_cast<float>(entries)) return 0;
    int i = static_cast<int>(at);
    if (static_cast<float>(i) > at) --i;
    const float d = at - static_cast<float>(i);
    const float a = i < 0 ? 0 : table[i], b = i + 1 < entries ? table[i + 1] : 0;
    return a + d * (b - a);
  }
};

// Filters other than the triangle are sampled once per process and interpolated linearly.
struct FilterTables {
  static constexpr int kGaussian = 65, kCubic = 129, kLanczos = 193;
  float gaussian[kGaussian], cubic[kCubic], lanczos[kLanczos];
};
const FilterTables& filter_tables();

// The parameters that determine the taps of an axis.
struct TapRule {
  Filter filter;
  bool nearest, outer;
  int in, taps, origin;   // taps: per output sample, at most `in`
  float scale, lo, base;  // input samples per output sample; positions of its start (nearest) and of the first tap
};
TapRule tap_rule(const Axis& axis);

PENSTOCK_HD int clamp_index(int i, int last) { return i < 0 ? 0 : i > last ? last : i; }

PENSTOCK_HD int nearest_index(const TapRule& r, float at) {
  const double i = std::floor(static_cast<double>(at)) + static_cast<double>(r.origin), last = r.in - 1;
  return static_cast<int>(i < 0 ? 0 : i > last ? last : i);
}
// Positions of an outer axis are accumulated from the first one, which changes the result of exact ties.
PENSTOCK_HD float nearest_begin(const TapRule& r) { return r.lo + 0.5f * r.scale; }
PENSTOCK_HD float nearest_at(const TapRule& r, int i) {
  if (!r.outer) return (static_cast<float>(i) + 0.5f) * r.scale + r.lo;
  float at = nearest_begin(r);
  for (; i > 0; --i) at += r.scale;
  return at;
}

// The input sample at which the filter begins for output sample i; it may lie outside the input. `rest` is the distance
// from the filter's edge to the first tap.
PENSTOCK_HD int filter_begin(const TapRule& r, int i, float& rest) {
  float at = static_cast<float>(i) * r.scale + r.base;
  at = at < -2.0e9f ? -2.0e9f : at > 2.0e9f ? 2.0e9f : at;
  int start = static_cast<int>(at);
  if (static_cast<float>(start) < at) ++start;
  rest = static_cast<float>(start) - at;
  return start + r.origin;
}

// The first input sample of output sample i; r.taps of them exist.
PENSTOCK_HD int first_tap(const TapRule& r, int i) {
  if (r.nearest) return nearest_index(r, nearest_at(r, i));
  float rest;
  return clamp_index(filter_begin(r, i, rest), r.in - r.taps);
}

// Writes the r.taps weights of output sample i to w[0], w[step], ...; returns first_tap(). Weights of samples beyond
// the borders are added to the border samples.
PENSTOCK_HD int make_weights(const TapRule& r, int i, float* w, ptrdiff_t step) {
  float rest, sum = 0;
  const int start = filter_begin(r, i, rest), first = clamp_index(start, r.in - r.taps);
  if (start == first && r.filter.taps == r.taps) {
    for (int k = 0; k < r.taps; ++k) {
      const float v = r.filter((rest + static_cast<float>(k)) * r.filter.scale);
      w[k * step] = v;
      sum += v;
    }
  } else {
    for (int k = 0; k < r.taps; ++k) w[k * step] = 0;
    for (int k = 0; k < r.filter.taps; ++k) {
      const float v = r.filter((rest + static_cast<float>(k)) * r.filter.scale);
      w[(clamp_index(start + k, r.in - 1) - first) * step] += v;
      sum += v;
    }
  }
  for (int k = 0; k < r.taps; ++k) w[k * step] /= sum;
  return first;
}

}  // namespace penstock::resample
