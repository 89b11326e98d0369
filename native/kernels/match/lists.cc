// See lists.h.
#include "kernels/match/lists.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace penstock::match {
namespace {

constexpr int kOne = 2048;  // OpenCV's weights have 11 bits of fraction

void resize_list(List& t, int count, int most) {
  t.count = count;
  t.most = most;
  t.number.assign(count, most);
  t.index.assign(static_cast<size_t>(count) * most, 0);
  t.whole.assign(static_cast<size_t>(count) * most, 0);
  t.weight.assign(static_cast<size_t>(count) * most, 0);
}

void put(List& t, int i, int k, int index, float weight) {
  const size_t at = static_cast<size_t>(i) * t.most + k;
  t.index[at] = index;
  t.weight[at] = weight;
  t.whole[at] = static_cast<int32_t>(std::lrint(weight * kOne));
}

// --- OpenCV ---

// Where output sample i lies between two of the input.
struct Between {
  int first;
  float part;
};
Between cv_position(int i, double scale) {
  const float at = static_cast<float>((i + 0.5) * scale - 0.5);
  const int first = static_cast<int>(std::floor(at));
  return {first, at - static_cast<float>(first)};
}
// Where area grows an axis.
Between cv_area_position(int i, double scale, double inverse) {
  const int first = static_cast<int>(std::floor(i * scale));
  const float part = static_cast<float>((i + 1) - (first + 1) * inverse);
  return {first, part <= 0 ? 0 : part - std::floor(part)};
}

void cv_linear(int in, int out, bool across, bool area, List& t) {
  resize_list(t, out, 2);
  const double inverse = static_cast<double>(out) / in, scale = 1 / inverse;
  for (int i = 0; i < out; ++i) {
    Between b = area ? cv_area_position(i, scale, inverse) : cv_position(i, scale);
    if (across && b.first < 0) b = {0, 0};
    if (across && b.first >= in - 1) b = {in - 1, 0};
    put(t, i, 0, std::clamp(b.first, 0, in - 1), 1 - b.part);
    put(t, i, 1, std::clamp(b.first + 1, 0, in - 1), b.part);
  }
}

void cv_lanczos4(int in, int out, List& t) {
  constexpr double kHalfRoot = 0.70710678118654752440084436210485, kPi = 3.14159265358979323846;
  constexpr double kTurn[8][2] = {{1, 0},  {-kHalfRoot, -kHalfRoot}, {0, 1},  {kHalfRoot, -kHalfRoot},
                                  {-1, 0}, {kHalfRoot, kHalfRoot},   {0, -1}, {-kHalfRoot, kHalfRoot}};
  resize_list(t, out, 8);
  const double inverse = static_cast<double>(out) / in, scale = 1 / inverse;
  for (int i = 0; i < out; ++i) {
    const Between b = cv_position(i, scale);
    float weight[8] = {};
    if (b.part < FLT_EPSILON) {
      weight[3] = 1;
    } else if (1 - b.part < FLT_EPSILON) {
      weight[4] = 1;
    } else {
      const double start = -(static_cast<double>(b.part) + 3) * kPi * 0.25, sine = std::sin(start),
                   cosine = std::cos(start);
      float sum = 0;
      for (int k = 0; k < 8; ++k) {
        const double at = -(static_cast<double>(b.part) + 3 - k) * kPi * 0.25;
        weight[k] = static_cast<float>((kTurn[k][0] * sine + kTurn[k][1] * cosine) / (at * at));
        sum += weight[k];
      }
      sum = 1.0f / sum;
      for (float& w : weight) w *= sum;
    }
    for (int k = 0; k < 8; ++k) put(t, i, k, std::clamp(b.first - 3 + k, 0, in - 1), weight[k]);
  }
}

// The share of each sample in the cell of an output sample.
void cv_area(int in, int out, List& t) {
  const double inverse = static_cast<double>(out) / in, scale = 1 / inverse;
  resize_list(t, out, static_cast<int>(std::ceil(scale)) + 2);
  for (int i = 0; i < out; ++i) {
    const double begin = i * scale, end = begin + scale, cell = std::min(scale, in - begin);
    const int last = std::min(static_cast<int>(std::floor(end)), in - 1);
    const int first = std::min(static_cast<int>(std::ceil(begin)), last);
    int n = 0;
    if (first - begin > 1e-3) put(t, i, n++, first - 1, static_cast<float>((first - begin) / cell));
    for (int k = first; k < last; ++k) put(t, i, n++, k, static_cast<float>(1.0 / cell));
    if (end - last > 1e-3) {
      put(t, i, n++, last, static_cast<float>(std::min(std::min(end - last, 1.0), cell) / cell));
    }
    t.number[i] = n;
  }
}

void squares_of(int in, int out, List& t) {
  const int factor = in / out;
  resize_list(t, out, factor);
  for (int i = 0; i < out; ++i) {
    for (int k = 0; k < factor; ++k) put(t, i, k, i * factor + k, 1);
  }
}

// --- torchvision through float32 ---

float keys(float x, float a) {
  x = std::fabs(x);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2) return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
  return 0;
}

// As the compiler rounds the antialiased one with AVX2.
float keys_fused(float x, float a) {
  x = std::fabs(x);
  if (x < 1) return std::fma(std::fma(a + 2, x, -(a + 3)) * x, x, 1.0f);
  if (x < 2) return std::fma(std::fma(std::fma(a, x, -5 * a), x, 8 * a), x, -4 * a);
  return 0;
}

float torch_shape(Filter filter, bool fused, float x) {
  if (filter == Filter::cubic) return fused ? keys_fused(x, -0.5f) : keys(x, -0.5f);
  x = std::fabs(x);
  return x < 1 ? 1 - x : 0;
}

void torch_widened(Filter filter, bool fused, int in, int out, List& t) {
  const float scale = static_cast<float>(in) / static_cast<float>(out), reach = filter == Filter::cubic ? 2 : 1;
  const float support = scale >= 1 ? reach * scale : reach, narrow = scale >= 1 ? 1 / scale : 1;
  resize_list(t, out, static_cast<int>(std::ceil(support)) * 2 + 1);
  for (int i = 0; i < out; ++i) {
    const float center = static_cast<float>(static_cast<double>(scale) * (i + 0.5));
    const int begin = std::max(static_cast<int>(static_cast<double>(center - support) + 0.5), 0);
    const int end = std::min(static_cast<int>(static_cast<double>(center + support) + 0.5), in);
    const int number = std::clamp(end - begin, 0, t.most);
    float sum = 0;
    float* w = t.weight.data() + static_cast<size_t>(i) * t.most;
    for (int k = 0; k < number; ++k) {
      const double at = (static_cast<double>(static_cast<float>(k + begin) - center) + 0.5) * narrow;
      w[k] = torch_shape(filter, fused, static_cast<float>(at));
      sum += w[k];
    }
    for (int k = 0; k < number; ++k) put(t, i, k, begin + k, w[k] / sum);
    t.number[i] = number;
  }
}

void torch_cubic(int in, int out, List& t) {
  const float scale = static_cast<float>(in) / static_cast<float>(out);
  resize_list(t, out, 4);
  for (int i = 0; i < out; ++i) {
    const float at = scale * (static_cast<float>(i) + 0.5f) - 0.5f;
    const int first = std::min(static_cast<int>(std::floor(at)), in - 1);
    const float part = std::clamp(at - static_cast<float>(first), 0.0f, 1.0f), rest = 1 - part;
    const float w[4] = {keys(part + 1, -0.75f), keys(part, -0.75f), keys(rest, -0.75f), keys(rest + 1, -0.75f)};
    for (int k = 0; k < 4; ++k) put(t, i, k, std::clamp(first - 1 + k, 0, in - 1), w[k]);
  }
}

void copy_list(int in, List& t) {
  resize_list(t, in, 1);
  for (int i = 0; i < in; ++i) put(t, i, 0, i, 1);
}

// --- runs ---

uint8_t rounded(float v, uint8_t) { return round_u8(v); }
float rounded(float v, float) { return v; }

void take(const List& from, const resample::Part& part, List& to) {
  resize_list(to, static_cast<int>(part.count), from.most);
  for (int i = 0; i < to.count; ++i) {
    const int64_t at = part.first + (part.mirror ? part.count - 1 - i : i);
    to.number[i] = from.number[at];
    for (int k = 0; k < from.most; ++k) {
      const size_t a = static_cast<size_t>(at) * from.most + k, b = static_cast<size_t>(i) * from.most + k;
      to.index[b] = from.index[a];
      to.whole[b] = from.whole[a];
      to.weight[b] = from.weight[a];
    }
  }
}

}  // namespace

bool Lists::plan(const Rule& rule, DType dtype, int in_height, int out_height, int in_width, int out_width) {
  way_ = Way::none;
  const int in[2] = {in_height, in_width}, out[2] = {out_height, out_width};
  const Filter f = rule.filter;
  if (f == Filter::nearest || f == Filter::nearest_exact || (in[0] == out[0] && in[1] == out[1])) return false;
  if (rule.profile == Profile::opencv) {
    const bool whole = in[0] % out[0] == 0 && in[1] % out[1] == 0;
    const bool smaller = in[0] >= out[0] && in[1] >= out[1];
    const bool half = in[0] == 2 * out[0] && in[1] == 2 * out[1];
    if ((f == Filter::area && whole) || (f == Filter::linear && half)) {
      way_ = Way::squares;
    } else {
      way_ = f == Filter::lanczos4 ? Way::whole8 : f == Filter::area && smaller ? Way::floats : Way::linear8;
    }
    for (int d = 0; d < 2; ++d) {
      if (way_ == Way::squares) squares_of(in[d], out[d], whole_[d]);
      if (way_ == Way::floats) cv_area(in[d], out[d], whole_[d]);
      if (way_ == Way::whole8) cv_lanczos4(in[d], out[d], whole_[d]);
      if (way_ == Way::linear8) cv_linear(in[d], out[d], d == 1, f == Filter::area, whole_[d]);
    }
    return true;
  }
  const bool fused = rule.profile == Profile::torchvision && dtype == DType::float32;
  if (rule.profile != Profile::torchvision_float && !fused) return false;
  way_ = fused ? Way::fused : Way::floats;
  for (int d = 0; d < 2; ++d) {
    if (!rule.antialias) {
      torch_cubic(in[d], out[d], whole_[d]);
    } else if (in[d] == out[d]) {
      copy_list(in[d], whole_[d]);
    } else {
      torch_widened(f, way_ == Way::fused, in[d], out[d], whole_[d]);
    }
  }
  return true;
}

void Lists::take_parts(const resample::Part& rows, const resample::Part& columns) {
  take(whole_[0], rows, part_[0]);
  take(whole_[1], columns, part_[1]);
}

void Lists::squares(const uint8_t* in, ptrdiff_t pitch, int channels, uint8_t* out) const {
  const List &y = part_[0], &x = part_[1];
  const bool up = rounds_up(y.most, x.most, channels);
  for (int i = 0; i < y.count; ++i) {
    for (int j = 0; j < x.count; ++j) {
      const uint8_t* from = in + y.index[static_cast<size_t>(i) * y.most] * pitch +
                            static_cast<ptrdiff_t>(x.index[static_cast<size_t>(j) * x.most]) * channels;
      for (int c = 0; c < channels; ++c) {
        int sum = 0;
        for (int r = 0; r < y.most; ++r) {
          for (int k = 0; k < x.most; ++k) sum += from[r * pitch + static_cast<ptrdiff_t>(k) * channels + c];
        }
        *out++ = mean_u8(sum, y.most * x.most, up);
      }
    }
  }
}

template <class In>
void Lists::run(const In* in, ptrdiff_t pitch, int channels, In* out, Scratch& scratch) const {
  const List &y = part_[0], &x = part_[1];
  const ptrdiff_t n = static_cast<ptrdiff_t>(x.count) * channels;
  int begin = y.count ? y.index[0] : 0, end = begin;
  for (int i = 0; i < y.count; ++i) {
    for (int k = 0; k < y.number[i]; ++k) {
      begin = std::min(begin, y.index[static_cast<size_t>(i) * y.most + k]);
      end = std::max(end, y.index[static_cast<size_t>(i) * y.most + k] + 1);
    }
  }
  const auto passes = [&](auto zero, const auto* x_weight, const auto* y_weight, auto across, auto down) {
    using Mid = decltype(zero);
    Mid* mixed = scratch.get<Mid>(static_cast<size_t>(n) * (end - begin));
    for (int r = begin; r < end; ++r) {
      const In* row = in + r * pitch;
      Mid* to = mixed + (r - begin) * n;
      for (int j = 0; j < x.count; ++j) {
        const size_t at = static_cast<size_t>(j) * x.most;
        for (int c = 0; c < channels; ++c) {
          const auto sample = [&](int k) {
            return static_cast<Mid>(row[static_cast<ptrdiff_t>(x.index[at + k]) * channels + c]);
          };
          *to++ = across(x_weight + at, x.number[j], sample);
        }
      }
    }
    for (int i = 0; i < y.count; ++i) {
      const size_t at = static_cast<size_t>(i) * y.most;
      for (ptrdiff_t j = 0; j < n; ++j) {
        const auto sample = [&](int k) { return mixed[(y.index[at + k] - begin) * n + j]; };
        *out++ = down(y_weight + at, y.number[i], sample);
      }
    }
  };
  const Scratch::Mark mark = scratch.mark();
  if (way_ == Way::floats) {
    passes(
        float{}, x.weight.data(), y.weight.data(),
        [](const float* w, int taps, auto sample) { return sum_list(w, taps, sample); },
        [](const float* w, int taps, auto sample) { return rounded(sum_list(w, taps, sample), In{}); });
  } else if (way_ == Way::fused) {
    const auto sum = [](const float* w, int taps, auto sample) { return sum_fused(w, taps, sample); };
    passes(float{}, x.weight.data(), y.weight.data(), sum,
           [&](const float* w, int taps, auto sample) { return static_cast<In>(sum(w, taps, sample)); });
  } else if (way_ == Way::linear8) {
    passes(
        int32_t{}, x.whole.data(), y.whole.data(),
        [](const int32_t* w, int taps, auto sample) { return sum_list(w, taps, sample) >> 4; },
        [](const int32_t* w, int, auto sample) {
          return static_cast<In>(linear_u8(w[0] * sample(0), w[1] * sample(1)));
        });
  } else {
    passes(
        int32_t{}, x.whole.data(), y.whole.data(),
        [](const int32_t* w, int taps, auto sample) { return sum_list(w, taps, sample); },
        [](const int32_t* w, int taps, auto sample) {
          int32_t sum = 1 << 21;
          for (int k = 0; k < taps; ++k) sum += w[k] * sample(k);
          return static_cast<In>(clip_u8(sum >> 22));
        });
  }
  scratch.rewind(mark);
}

void Lists::image(const void* in, ptrdiff_t pitch, int channels, void* out, DType dtype, Scratch& scratch) const {
  if (dtype == DType::float32) {
    return run(static_cast<const float*>(in), pitch, channels, static_cast<float*>(out), scratch);
  }
  if (way_ == Way::squares) {
    return squares(static_cast<const uint8_t*>(in), pitch, channels, static_cast<uint8_t*>(out));
  }
  run(static_cast<const uint8_t*>(in), pitch, channels, static_cast<uint8_t*>(out), scratch);
}

}  // namespace penstock::match
