// See taps.h. Every step is written as the library rounds it.
#include "kernels/match/taps.h"

#include <algorithm>
#include <cmath>

namespace penstock::match {
namespace {

constexpr double kPi = 3.14159265358979323846;

double sinc(double x) {
  if (x == 0) return 1;
  x *= kPi;
  return std::sin(x) / x;
}

struct Shape {
  double (*at)(double);
  double support;
};

// Pillow's filters; torchvision's antialiased ones are the same.
Shape pillow_shape(Filter filter) {
  switch (filter) {
    case Filter::box: return {[](double x) { return x > -0.5 && x <= 0.5 ? 1.0 : 0.0; }, 0.5};
    case Filter::hamming:
      return {[](double x) {
                x = std::fabs(x);
                if (x == 0) return 1.0;
                if (x >= 1) return 0.0;
                x *= kPi;
                return std::sin(x) / x * (double{0.54f} + double{0.46f} * std::cos(x));
              },
              1};
    case Filter::cubic:
      return {[](double x) {
                constexpr double a = -0.5;
                x = std::fabs(x);
                if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
                if (x < 2) return (((x - 5) * x + 8) * x - 4) * a;
                return 0.0;
              },
              2};
    case Filter::lanczos3: return {[](double x) { return x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0.0; }, 3};
    default:
      return {[](double x) {
                x = std::fabs(x);
                return x < 1 ? 1 - x : 0.0;
              },
              1};
  }
}

void set_count(int out, int most, Taps& t) {
  t.count = out;
  t.most = most;
  t.first.resize(out);
  t.number.assign(out, 1);
}

// Takes sample pick(i) for each output sample.
template <class Pick>
void pick_samples(int out, Taps& t, Pick pick) {
  set_count(out, 1, t);
  t.sum = Sum::copy;
  for (int i = 0; i < out; ++i) t.first[i] = pick(i);
}

// The weights of Pillow's separable filters, which sum to 1 over the samples that exist.
void pillow_weights(const Shape& shape, int in, int out, Taps& t) {
  const double scale = static_cast<double>(in) / out, stretch = std::max(scale, 1.0);
  const double support = shape.support * stretch, narrow = 1.0 / stretch;
  const int most = static_cast<int>(std::ceil(support)) * 2 + 1;
  set_count(out, most, t);
  t.real.assign(static_cast<size_t>(out) * most, 0);
  for (int i = 0; i < out; ++i) {
    const double center = (i + 0.5) * scale;
    const int begin = std::max(static_cast<int>(center - support + 0.5), 0);
    const int number = std::min(std::min(static_cast<int>(center + support + 0.5), in) - begin, most);
    double* w = t.real.data() + static_cast<size_t>(i) * most;
    double sum = 0;
    for (int k = 0; k < number; ++k) sum += w[k] = shape.at((k + begin - center + 0.5) * narrow);
    for (int k = 0; k < number && sum != 0; ++k) w[k] /= sum;
    t.first[i] = begin;
    t.number[i] = number;
  }
}

// Rounds the weights to whole ones with `shift` bits of fraction, halves away from 0.
void quantise(int shift, Taps& t) {
  t.sum = Sum::fixed;
  t.shift = shift;
  t.largest = 0;
  t.fixed.resize(t.real.size());
  const double unit = static_cast<double>(1 << shift);
  for (size_t k = 0; k < t.real.size(); ++k) {
    const double v = t.real[k] * unit;
    t.fixed[k] = static_cast<int32_t>(v + (v < 0 ? -0.5 : 0.5));
    t.largest = std::max(t.largest, std::abs(t.fixed[k]));
  }
}

void pillow_taps(const Rule& rule, DType dtype, int in, int out, Taps& t) {
  // Pillow leaves out the pass of an axis that keeps its size.
  if (in == out) return pick_samples(out, t, [](int i) { return i; });
  if (rule.filter == Filter::nearest) {
    const double scale = static_cast<double>(in) / out;
    if (dtype == DType::uint16) {
      return pick_samples(out, t, [&](int i) { return std::min(static_cast<int>((i + 0.5) * scale), in - 1); });
    }
    double at = scale * 0.5;  // positions are accumulated
    pick_samples(out, t, [&](int) {
      const int i = std::min(static_cast<int>(at), in - 1);
      at += scale;
      return i;
    });
    return;
  }
  pillow_weights(pillow_shape(rule.filter), in, out, t);
  if (dtype == DType::uint8) return quantise(22, t);
  t.sum = dtype == DType::uint16 ? Sum::doubles16 : Sum::doubles;
}

// torchvision's weights without widening; those of samples outside of the image go to the border samples.
void torch_plain_weights(bool cubic, int in, int out, Taps& t) {
  const double scale = static_cast<double>(in) / out;
  const auto keys = [](double x) {
    constexpr double a = -0.75;
    if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    if (x < 2) return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
    return 0.0;
  };
  const int most = cubic ? 4 : 2, before = most / 2 - 1;
  set_count(out, most, t);
  t.real.assign(static_cast<size_t>(out) * most, 0);
  for (int i = 0; i < out; ++i) {
    double at = scale * (i + 0.5) - 0.5;
    if (!cubic) at = std::max(at, 0.0);
    const int center = std::min(static_cast<int>(std::floor(at)), in - 1);
    const double part = std::clamp(at - center, 0.0, 1.0);
    const int first = std::max(center - before, 0);
    t.first[i] = first;
    t.number[i] = std::min(center - before + most, in) - first;
    for (int k = 0; k < most; ++k) {
      const double x = std::fabs(k - before - part);
      const int index = std::clamp(center - before + k, 0, in - 1);
      t.real[static_cast<size_t>(i) * most + index - first] += cubic ? keys(x) : 1 - x;
    }
  }
}

int nearest_float(int i, int in, int out, bool exact) {
  const float scale = static_cast<float>(in) / static_cast<float>(out);
  const float at = (static_cast<float>(i) + (exact ? 0.5f : 0.0f)) * scale;
  return std::min(static_cast<int>(at), in - 1);
}

void torch_taps(const Rule& rule, int in, int out, Taps& t) {
  if (in == out) return pick_samples(out, t, [](int i) { return i; });
  if (rule.filter == Filter::nearest && out == 2 * in) return pick_samples(out, t, [](int i) { return i / 2; });
  if (rule.filter == Filter::nearest || rule.filter == Filter::nearest_exact) {
    const bool exact = rule.filter == Filter::nearest_exact;
    return pick_samples(out, t, [&](int i) { return nearest_float(i, in, out, exact); });
  }
  if (rule.antialias) {
    pillow_weights(pillow_shape(rule.filter), in, out, t);
  } else {
    torch_plain_weights(rule.filter == Filter::cubic, in, out, t);
  }
  // As many bits, at most 22, as keep the largest weight in 16 bits.
  const double largest = *std::max_element(t.real.begin(), t.real.end());
  int bits = 0;
  while (bits < 22 && static_cast<int>(0.5 + largest * (1 << (bits + 1))) < 1 << 15) ++bits;
  quantise(bits, t);
}

void opencv_taps(int in, int out, Taps& t) {
  const double scale = 1 / (static_cast<double>(out) / in);
  pick_samples(out, t, [&](int i) { return std::min(static_cast<int>(std::floor(i * scale)), in - 1); });
}

void find_range(Taps& t) {
  t.begin = t.end = t.count > 0 ? t.first[0] : 0;
  for (int i = 0; i < t.count; ++i) {
    t.begin = std::min(t.begin, t.first[i]);
    t.end = std::max(t.end, t.first[i] + t.number[i]);
  }
}

template <class T>
void take_rows(const std::vector<T>& from, int most, const resample::Part& part, int count, std::vector<T>& to) {
  if (from.empty()) return to.clear();
  to.resize(static_cast<size_t>(count) * most);
  for (int i = 0; i < count; ++i) {
    const int64_t at = part.first + (part.mirror ? part.count - 1 - i : i);
    std::copy_n(from.data() + at * most, most, to.data() + static_cast<size_t>(i) * most);
  }
}

}  // namespace

bool widens(Profile profile, bool asked, bool wanted) {
  if (profile == Profile::opencv) return asked && wanted;
  return wanted;
}

const char* refused_filter(const Rule& rule) {
  const Filter f = rule.filter;
  const bool nearest = f == Filter::nearest, linear = f == Filter::linear, cubic = f == Filter::cubic;
  switch (rule.profile) {
    case Profile::opencv:
      if (rule.antialias) return "no antialias, which OpenCV does not have,";
      if (nearest || linear || f == Filter::area || f == Filter::lanczos4) return nullptr;
      return "interpType nn or linear, or matchFilter area or lanczos4 (cubic depends on OpenCV's build),";
    case Profile::torchvision:
      if (nearest || linear || cubic || f == Filter::nearest_exact) return nullptr;
      if (f == Filter::lanczos3 && rule.antialias) return nullptr;
      return "interpType nn, linear, cubic or (with antialias) lanczos3, or matchFilter nearest_exact,";
    case Profile::torchvision_float:
      if (nearest || cubic || f == Filter::nearest_exact || (linear && rule.antialias)) return nullptr;
      return "interpType nn, cubic or (with antialias) linear, or matchFilter nearest_exact,";
    default:
      if (f == Filter::area || f == Filter::lanczos4 || f == Filter::nearest_exact)
        return "interpType nn, linear, cubic or lanczos3, or matchFilter box or hamming,";
      if (!rule.antialias && !nearest) return "antialias: true, because its filters widen always,";
      return nullptr;
  }
}

namespace {

// Filters of float32 whose sums with AVX2 are not followed.
bool floats_without_antialias(const Rule& rule) {
  if (rule.filter == Filter::lanczos3) return true;
  return !rule.antialias && (rule.filter == Filter::linear || rule.filter == Filter::cubic);
}

}  // namespace

const char* refused_dtype(const Rule& rule, DType dtype) {
  if (dtype == DType::uint8) return nullptr;
  switch (rule.profile) {
    case Profile::opencv: return "uint8";
    case Profile::torchvision:
      if (dtype != DType::float32) return "uint8 or float32";
      if (!floats_without_antialias(rule)) return nullptr;
      return "uint8 (or match 'torchvision-float', or another filter with antialias)";
    case Profile::torchvision_float: return dtype == DType::float32 ? nullptr : "uint8 or float32";
    default: return dtype == DType::int16 ? "uint8, uint16 or float32" : nullptr;
  }
}

void make_taps(const Rule& rule, DType dtype, int in, int out, Taps& t) {
  t.fixed.clear();
  t.real.clear();
  if (rule.profile == Profile::pillow || rule.profile == Profile::pillow_12) {
    pillow_taps(rule, dtype, in, out, t);
  } else if (rule.profile == Profile::opencv) {
    opencv_taps(in, out, t);
  } else {
    torch_taps(rule, in, out, t);
  }
  find_range(t);
}

bool down_first(const Rule& rule, int in_height, int out_height, int in_width, int out_width) {
  if (rule.profile != Profile::pillow) return false;
  return out_height < in_height && in_height - out_height > 2 * (in_width - out_width);
}

void take_part(const Taps& whole, const resample::Part& part, Taps& t) {
  t.sum = whole.sum;
  t.most = whole.most;
  t.shift = whole.shift;
  t.largest = whole.largest;
  t.count = static_cast<int>(part.count);
  take_rows(whole.first, 1, part, t.count, t.first);
  take_rows(whole.number, 1, part, t.count, t.number);
  take_rows(whole.fixed, whole.most, part, t.count, t.fixed);
  take_rows(whole.real, whole.most, part, t.count, t.real);
  find_range(t);
}

}  // namespace penstock::match
