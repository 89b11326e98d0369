// See filters.h. Filters other than the triangle are sampled once per process and interpolated linearly.
#include "ops/resize/filters.h"

#include <algorithm>
#include <cmath>

namespace penstock::resample {
namespace {

constexpr int kGaussian = 65, kCubic = 129, kLanczos = 193;

struct Tables {
  float gaussian[kGaussian], cubic[kCubic], lanczos[kLanczos];

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

// A filter stretched to the axis: `steps` table entries (less one) span `support` input samples.
struct Kernel {
  const float* table;  // null: the triangle 0, 1, 0
  int entries;
  float anchor;  // half of the support
  float scale;   // table entries per input sample
  int taps;

  float operator()(float at) const {
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

Kernel kernel_of(const Axis& axis) {
  static const Tables tables;
  const double extent = std::abs(static_cast<double>(axis.hi) - axis.lo);
  const double stretch = axis.antialias ? std::max(1.0, extent / static_cast<double>(axis.out)) : 1.0;
  Kernel k{nullptr, 3, 0, 0, 0};
  float support = 2 * static_cast<float>(stretch);
  switch (axis.filter) {
    case Interp::gaussian: {
      k.table = tables.gaussian;
      k.entries = kGaussian;
      const double root = 1.41421356237309504880;
      const float sigma = static_cast<float>(static_cast<float>(stretch) * 0.5f / root);
      support = static_cast<float>(4 * root) * sigma;
      break;
    }
    case Interp::cubic:
      k.table = tables.cubic;
      k.entries = kCubic;
      support = 2 * static_cast<float>(2 * stretch);
      break;
    case Interp::lanczos3:
      k.table = tables.lanczos;
      k.entries = kLanczos;
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

void nearest(const Axis& axis, float scale, Taps& t) {
  const float lo = axis.lo - static_cast<float>(axis.origin);
  t.taps = 1;
  t.pick = true;
  t.largest = 1;
  t.weight.assign(t.count, 1.0f);
  const auto inside = [&](float at) {
    return static_cast<int32_t>(
        std::clamp<double>(std::floor(at) + static_cast<double>(axis.origin), 0, static_cast<double>(axis.in - 1)));
  };
  if (axis.outer) {
    float at = lo + 0.5f * scale;
    for (int i = 0; i < t.count; ++i, at += scale) t.index[i] = inside(at);
    return;
  }
  for (int i = 0; i < t.count; ++i) {
    t.index[i] = inside((static_cast<float>(i) + 0.5f) * scale + lo);
  }
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
  double extent, cost;  // input samples; cost of the pass per output sample
};

Reach reach_of(const Axis& axis, double fixed, double per_sample) {
  const bool nn = axis.filter == Interp::nn;
  const float radius = nn ? 0 : kernel_of(axis).anchor;
  const double begin =
      std::clamp<double>(std::floor(std::min(axis.lo, axis.hi) - radius), 0, static_cast<double>(axis.in));
  const double end =
      std::clamp<double>(std::ceil(std::max(axis.lo, axis.hi) + radius), 0, static_cast<double>(axis.in));
  return {static_cast<int64_t>(begin), end - begin, fixed + per_sample * (nn ? 1 : std::ceil(2 * radius))};
}

}  // namespace

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
  const float scale = (axis.hi - axis.lo) / static_cast<float>(axis.out);
  if (axis.filter == Interp::nn) {
    nearest(axis, scale, t);
  } else {
    const Kernel kernel = kernel_of(axis);
    const int in = static_cast<int>(axis.in), taps = std::min(kernel.taps, in);
    t.taps = taps;
    t.weight.assign(static_cast<size_t>(t.count) * taps, 0.0f);
    const int origin = static_cast<int>(axis.origin);
    const float lo = axis.lo - static_cast<float>(origin), base = lo + ((0.5f * scale - 0.5f) - kernel.anchor);
    const bool signs = axis.filter == Interp::cubic || axis.filter == Interp::lanczos3;
    int used = 1;
    float least = 0, largest = 0;
    for (int i = 0; i < t.count; ++i) {
      const float at = std::clamp(static_cast<float>(i) * scale + base, -2.0e9f, 2.0e9f);
      int start = static_cast<int>(at);
      if (static_cast<float>(start) < at) ++start;
      const float rest = static_cast<float>(start) - at;
      start += origin;
      const int first = std::clamp(start, 0, in - taps);
      t.index[i] = first;
      float* w = t.weight.data() + static_cast<size_t>(i) * taps;
      float sum = 0;
      if (start == first && kernel.taps == taps) {
        for (int k = 0; k < taps; ++k) {
          w[k] = kernel((rest + static_cast<float>(k)) * kernel.scale);
          sum += w[k];
        }
      } else {
        for (int k = 0; k < kernel.taps; ++k) {
          const float v = kernel((rest + static_cast<float>(k)) * kernel.scale);
          w[std::clamp(start + k, 0, in - 1) - first] += v;
          sum += v;
        }
      }
      for (int k = 0; k < taps; ++k) {
        w[k] /= sum;
        if (signs) least = std::min(least, w[k]);
        largest = std::max(largest, w[k]);
        if (w[k] != 0 && k >= used) used = k + 1;
      }
    }
    t.negative = least < 0;
    t.largest = largest;
    if (used < taps) {  // identities and exact multiples leave columns of zeros
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
