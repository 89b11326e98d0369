// normalize: every SIMD level's bytes, and groups of any form against sums in long double.
#include <cmath>
#include <cstring>
#include <random>

#include "generated/ops/normalize.h"
#include "op_harness.h"
#include "ops/normalize/moment_rows.h"
#include "test.h"

namespace penstock::ops {
extern const CpuOp normalize_cpu;
}

using namespace penstock;
using namespace penstock::ops;
using penstock::test::OneOp;

namespace {

template <class T>
std::vector<T> noise(size_t n) {
  std::mt19937 random(11);
  std::vector<T> v(n);
  for (T& x : v) x = static_cast<T>(static_cast<int>(random() % 256) - (std::is_signed_v<T> ? 128 : 0));
  return v;
}

template <class T>
TensorView tensor(std::vector<T>& data, Shape shape, DType dtype) {
  TensorView t;
  t.dtype = dtype;
  t.shape = shape;
  t.data = data.data();
  return t;
}

// Groups found by brute force: elements whose indices agree along the axes that are not in `reduced`.
template <class T>
void check_groups(const std::vector<T>& in, const Shape& shape, uint32_t reduced, const float* out) {
  std::vector<int64_t> group(in.size());
  int64_t groups = 1;
  for (int d = 0; d < shape.ndim; ++d) groups *= reduced >> d & 1 ? 1 : shape[d];
  for (size_t i = 0; i < in.size(); ++i) {
    int64_t rest = static_cast<int64_t>(i), scale = 1;
    for (int d = shape.ndim - 1; d >= 0; --d) {
      if (!(reduced >> d & 1)) {
        group[i] += rest % shape[d] * scale;
        scale *= shape[d];
      }
      rest /= shape[d];
    }
  }
  std::vector<long double> sum(groups), spread(groups);
  const long double count = static_cast<long double>(in.size()) / groups;
  for (size_t i = 0; i < in.size(); ++i) sum[group[i]] += in[i];
  for (size_t i = 0; i < in.size(); ++i) {
    const long double d = in[i] - sum[group[i]] / count;
    spread[group[i]] += d * d;
  }
  double worst = 0;
  for (size_t i = 0; i < in.size(); ++i) {
    const long double std = std::sqrt(spread[group[i]] / count);
    const long double expected = std == 0 ? 0 : (in[i] - sum[group[i]] / count) / std;
    worst = std::max(worst, static_cast<double>(std::fabs(expected - out[i]) / (1 + std::fabs(expected))));
  }
  CHECK(worst < 5e-6);
}

template <class T>
void forms(DType dtype) {
  const Shape shapes[] = {{17},       {600},        {5, 7},          {40, 300},         {300, 40}, {3, 2000},
                          {2000, 3},  {9, 11, 3},   {3, 9, 11},      {1, 50, 1},        {4, 1500}, {1500, 4},
                          {4, 40, 7}, {2, 5, 7, 3}, {3, 4, 5, 2, 6}, {2, 1, 3, 1, 2, 4}};
  for (const Shape& shape : shapes) {
    std::vector<T> in = noise<T>(shape.volume());
    for (uint32_t reduced = 1; reduced < 1u << shape.ndim; ++reduced) {
      std::vector<int32_t> axes;
      for (int d = 0; d < shape.ndim; ++d) {
        if (reduced >> d & 1) axes.push_back(d);
      }
      NormalizeArgs a;
      a.axes = {axes.data(), static_cast<int32_t>(axes.size())};
      a.given |= uint64_t{1} << NormalizeArgs::kAxes;
      OneOp op(normalize_cpu, &a);
      check_groups(in, shape, reduced, static_cast<const float*>(op({tensor(in, shape, dtype)})[0].data));
    }
  }
}

template <class Level, class T>
void level_agrees() {
  std::vector<T> in = noise<T>(70 * 50);
  std::vector<double> pivot(64, 3.5);
  std::vector<int32_t> part(64), squared(64);
  for (int lanes = 1; lanes <= 64; ++lanes) {
    std::vector<double> sums[2], squares[2];
    std::vector<float> out[2];
    std::vector<uint8_t> bytes[2];
    const std::vector<float> mean(lanes, 1.25f), factor(lanes, 0.7f);
    for (int i = 0; i < 2; ++i) {
      sums[i].assign(lanes, 1);
      squares[i].assign(lanes, 2);
      out[i].assign(lanes, 0);
      bytes[i].assign(lanes, 0);
      const LaneSums s{in.data(),     40, 70, lanes, pivot.data(), sums[i].data(), squares[i].data(), part.data(),
                       squared.data()};
      i ? Level::template add<T>(s) : NormalizeBaseline::add<T>(s);
      const auto apply = i ? Level::template apply<T> : NormalizeBaseline::apply<T>;
      apply(in.data(), lanes, mean.data(), factor.data(), 0.3f, out[i].data());
      const auto store = i ? Level::template store<uint8_t> : NormalizeBaseline::store<uint8_t>;
      store(out[i].data(), lanes, bytes[i].data());
    }
    CHECK(sums[0] == sums[1]);
    CHECK(squares[0] == squares[1]);
    CHECK(out[0] == out[1]);
    CHECK(bytes[0] == bytes[1]);
  }
}

template <class Level>
void levels() {
  level_agrees<Level, uint8_t>();
  level_agrees<Level, int8_t>();
  level_agrees<Level, int16_t>();
  level_agrees<Level, int64_t>();
  level_agrees<Level, float>();
}

}  // namespace

TEST(normalize_levels_agree) {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) levels<NormalizeAvx2>();
  if (simd_level() >= SimdLevel::avx512) levels<NormalizeAvx512>();
#endif
}

TEST(normalize_groups_of_any_form) {
  forms<uint8_t>(DType::uint8);
  forms<int8_t>(DType::int8);
  forms<int16_t>(DType::int16);
  forms<float>(DType::float32);
}

TEST(normalize_whole_numbers_do_not_overflow) {
  // More rows than 32-bit sums of squares can hold.
  std::vector<uint8_t> in(3 * 100000, 255);
  for (size_t i = 0; i < in.size(); i += 2) in[i] = 254;
  NormalizeArgs a;
  const int32_t axes[] = {0};
  a.axes = {axes, 1};
  a.given |= uint64_t{1} << NormalizeArgs::kAxes;
  OneOp op(normalize_cpu, &a);
  const TensorView out = op({tensor(in, {100000, 3}, DType::uint8)})[0];
  for (int i = 0; i < 12; ++i) CHECK_EQ(out.as<float>()[i], in[i] == 255 ? 1.0f : -1.0f);
}
