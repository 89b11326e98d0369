// See filters.h. tap_rule.h has the arithmetic of a single tap.
#include <algorithm>
#include <cmath>

#include "kernels/resample/tap_rule.h"

namespace penstock::resample {
namespace {

struct Tables : FilterTables {
  Tables() {
    for (int i = 0; i < kGaussian; ++i) {
      const double x = (i - 32) / 16.0;
      gaussian[i] = static_cast<float>(std::exp(-x * x));
    }
    // Keys' cubic with a = -1/2.
    for (int i = 0; i < kCubic; ++i) {
      const double x = std::abs((i - 64) / 32.0);
      cubic[i] = static_cast<float>(x <= 1 ? (1.5 * x - 2.5) * x * x + 1 : ((2.5 - 0.5 * x) * x - 4) * x + 2);
    }
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < kLanczos; ++i) {
      const double x = pi * (i - 96) / 32;
      lanczos[i] = static_cast<float>(i == 96 ? 1 : std::sin(x) * std::sin(x / 3) / (x * x / 3));
    }
  }
};

Filter filter_of(const Axis& axis) {
  const FilterTables& tables = filter_tables();
  const double extent = std::abs(static_cast<double>(axis.hi) - axis.lo);
  const double stretch = axis.antialias ? std::max(1.0, extent / static_cast<double>(axis.out)) : 1.0;
  Filter k{nullptr, 3, 0, 0, 0};
  float support = 2 * static_cast<float>(stretch);
  switch (axis.filter) {
    case Interp::gaussian: {
      k.table = tables.gaussian;
      k.entries = FilterTables::kGaussian;
      const double root = 1.41421356237309504880;
      const float sigma = static_cast<float>(static_cast<float>(stretch) * 0.5f / root);
      support = static_cast<float>(4 * root) * sigma;
      break;
    }
    case Interp::cubic:
      k.table = tables.cubic;
      k.entries = FilterTables::kCubic;
      support = 2 * static_cast<float>(2 * stretch);
      break;
    case Interp::lanczos3:
      k.table = tables.lanczos;
      k.entries = FilterTables::kLanczos;
      support = 2 * static_cast<float>(3 * stretch);
      break;
    default: break;
  }
  const float steps = static_cast<float>(k.entries - 1);
  k.scale = steps / support;
  k.anchor = steps * 0.5f / k.scale;
  k.taps = static_cast<int>(std::ceil(support));
  return k;
}

void nearest(const TapRule& r, Taps& t) {
  t.taps = 1;
  t.pick = true;
  t.largest = 1;
  t.weight.assign(t.count, 1.0f);
  if (r.outer) {
    float at = nearest_begin(r);
    for (int i = 0; i < t.count; ++i, at += r.scale) t.index[i] = nearest_index(r, at);
    return;
  }
  for (int i = 0; i < t.count; ++i) t.index[i] = nearest_index(r, nearest_at(r, i));
}

void find_range(Taps& t) {
  t.begin = t.end = t.count > 0 ? t.index[0] : 0;
  for (int i = 0; i < t.count; ++i) {
    t.begin = std::min(t.begin, t.index[i]);
    t.end = std::max(t.end, t.index[i] + t.taps);
  }
}

struct Reach {
  int64_t begin;
  double extent, cost;  // extent in input samples; cost of the pass per output sample
};

Reach reach_of(const Axis& axis, double fixed, double per_sample) {
  const bool nn = axis.filter == Interp::nn;
  const float radius = nn ? 0 : filter_of(axis).anchor;
  const double begin =
      std::clamp<double>(std::floor(std::min(axis.lo, axis.hi) - radius), 0, static_cast<double>(axis.in));
  const double end =
      std::clamp<double>(std::ceil(std::max(axis.lo, axis.hi) + radius), 0, static_cast<double>(axis.in));
  return {static_cast<int64_t>(begin), end - begin, fixed + per_sample * (nn ? 1 : std::ceil(2 * radius))};
}

}  // namespace

const FilterTables& filter_tables() {
  static const Tables tables;
  return tables;
}

TapRule tap_rule(const Axis& axis) {
  TapRule r = {};
  r.nearest = axis.filter == Interp::nn;
  r.outer = axis.outer;
  r.in = static_cast<int>(axis.in);
  r.taps = 1;
  r.origin = static_cast<int>(axis.origin);
  r.scale = (axis.hi - axis.lo) / static_cast<float>(axis.out);
  r.lo = axis.lo - static_cast<float>(r.origin);
  if (r.nearest) return r;
  r.filter = filter_of(axis);
  r.taps = std::min(r.filter.taps, r.in);
  r.base = r.lo + ((0.5f * r.scale - 0.5f) - r.filter.anchor);
  return r;
}

void set_origins(Axis& y, Axis& x) {
  y.origin = x.origin = 0;
  const Reach v = reach_of(y, 3, 0.7), h = reach_of(x, 3, 1);
  const double out_w = static_cast<double>(x.out), out_h = static_cast<double>(y.out);
  const bool y_first =
      out_h * h.extent * v.cost + out_h * out_w * h.cost < v.extent * out_w * h.cost + out_h * out_w * v.cost;
  (y_first ? x : y).origin = y_first ? h.begin : v.begin;
}

void make_taps(const Axis& axis, Taps& t) {
  t.count = static_cast<int>(axis.out);
  t.index.resize(t.count);
  t.pick = t.negative = false;
  t.largest = 0;
  const TapRule rule = tap_rule(axis);
  if (rule.nearest) {
    nearest(rule, t);
  } else {
    const int taps = rule.taps;
    t.taps = taps;
    t.weight.resize(static_cast<size_t>(t.count) * taps);
    const bool signs = axis.filter == Interp::cubic || axis.filter == Interp::lanczos3;
    int used = 1;
    float least = 0, largest = 0;
    for (int i = 0; i < t.count; ++i) {
      float* w = t.weight.data() + static_cast<size_t>(i) * taps;
      t.index[i] = make_weights(rule, i, w, 1);
      for (int k = 0; k < taps; ++k) {
        if (signs) least = std::min(least, w[k]);
        // Absolute, because a border sample can gather a negative weight larger than any positive one.
        largest = std::max(largest, std::fabs(w[k]));
        if (w[k] != 0 && k >= used) used = k + 1;
      }
    }
    t.negative = least < 0;
    t.largest = largest;
    if (used < taps) {  // trailing taps that are all 0, as for identities and exact multiples, are removed
      for (int i = 1; i < t.count; ++i) {
        std::copy_n(t.weight.data() + static_cast<size_t>(i) * taps, used,
                    t.weight.data() + static_cast<size_t>(i) * used);
      }
      t.taps = used;
    }
    t.pick = t.taps == 1;
  }
  find_range(t);
}

void take_part(const Taps& whole, const Part& part, Taps& t) {
  t.count = static_cast<int>(part.count);
  t.taps = whole.taps;
  t.pick = whole.pick;
  t.negative = whole.negative;
  t.largest = whole.largest;
  t.index.resize(t.count);
  t.weight.resize(static_cast<size_t>(t.count) * t.taps);
  for (int i = 0; i < t.count; ++i) {
    const int64_t from = part.first + (part.mirror ? part.count - 1 - i : i);
    t.index[i] = whole.index[from];
    std::copy_n(whole.weight.data() + from * t.taps, t.taps, t.weight.data() + static_cast<size_t>(i) * t.taps);
  }
  find_range(t);
}

}  // namespace penstock::resample
