// gaussianBlur: every SIMD level's bytes, the result against a plain loop over all taps, and windows kept between
// calls.
#include "generated/ops/gaussian_blur.h"

#include <cstring>
#include <random>

#include "core/cpu.h"
#include "kernels/convolve/row_levels.h"
#include "op_harness.h"
#include "ops/gaussian_blur/gaussian_blur.h"
#include "test.h"

namespace penstock::ops {
extern const CpuOp gaussian_blur_cpu;
}

using namespace penstock;
using namespace penstock::ops;
using penstock::test::OneOp;

namespace {

std::vector<float> noise(size_t n, unsigned seed = 5) {
  std::mt19937 random(seed);
  std::vector<float> v(n);
  for (float& x : v) x = static_cast<float>(random() % 2001) / 7.0f - 100.0f;
  return v;
}

TensorView tensor(void* data, Shape shape, const char* layout, DType dtype) {
  TensorView t;
  t.dtype = dtype;
  t.layout = layout;
  t.shape = shape;
  t.data = data;
  return t;
}

// Filters whole tensors along one axis after the other, innermost first, in the documented order of sums.
std::vector<float> plain(std::vector<float> x, const Shape& shape, int from, int to, float sigma, int taps) {
  std::vector<float> window(taps);
  fill_gaussian(sigma, taps, window.data());
  for (int d = to - 1; d >= from; --d) {
    int64_t inner = 1;
    for (int i = d + 1; i < shape.ndim; ++i) inner *= shape[i];
    std::vector<float> y(x.size());
    for (int64_t i = 0; i < static_cast<int64_t>(x.size()); ++i) {
      const int64_t at = i / inner % shape[d], base = i - at * inner;
      float sum = x[base + mirror_101(at - taps / 2, shape[d]) * inner] * window[0];
      for (int k = 1; k < taps; ++k) sum += x[base + mirror_101(at - taps / 2 + k, shape[d]) * inner] * window[k];
      y[i] = sum;
    }
    x = y;
  }
  return x;
}

template <class Level>
void level_agrees() {
  const std::vector<float> data = noise(300);
  std::vector<const float*> rows;
  for (int k = 0; k < 9; ++k) rows.push_back(data.data() + 3 * k);
  float window[9];
  fill_gaussian(1.3f, 9, window);
  for (int n = 1; n <= 200; ++n) {
    std::vector<float> a(n, -1), b(n, -2);
    sum_scalar({rows.data(), window, 9}, 0, n, a.data());
    Level::sum({rows.data(), window, 9}, 0, n, b.data());
    CHECK(!std::memcmp(a.data(), b.data(), n * sizeof(float)));
  }
  std::vector<uint8_t> bytes(300), expected(300);
  Baseline::store<uint8_t>(data.data(), 300, expected.data());
  Level::template store<uint8_t>(data.data(), 300, bytes.data());
  CHECK(bytes == expected);
}

}  // namespace

TEST(gaussian_blur_levels_agree) {
  level_agrees<Baseline>();
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) level_agrees<Avx2>();
  if (simd_level() >= SimdLevel::avx512) level_agrees<Avx512>();
#endif
}

// Whole blocks and a rest, of values at and around halves and limits, and of NaN: each is what it is alone.
template <class Level, class T>
void rounds_to_even() {
  std::vector<float> in;
  for (const float limit : {-32768.0f, -128.0f, 0.0f, 2.0f, 127.0f, 255.0f, 32767.0f, 65535.0f}) {
    for (const float more : {-1.5f, -0.75f, -0.5f, -0.25f, -0.0f, 0.5f, 0.75f, 1.5f}) in.push_back(limit + more);
  }
  for (const float v : {NAN, -NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 0.49999997f, -0.49999997f}) in.push_back(v);
  for (int i = 0; i < 100; ++i) in.push_back(static_cast<float>(i) * 1.37f - 50);
  std::vector<T> out(in.size());
  Level::template store_even<T>(in.data(), static_cast<int64_t>(in.size()), out.data());
  for (size_t i = 0; i < in.size(); ++i) CHECK(out[i] == round_even<T>(in[i]));
}
template <class Level>
void every_short_type_rounds_to_even() {
  rounds_to_even<Level, uint8_t>();
  rounds_to_even<Level, int8_t>();
  rounds_to_even<Level, uint16_t>();
  rounds_to_even<Level, int16_t>();
}

TEST(filter_rows_round_to_even) {
  every_short_type_rounds_to_even<Baseline>();
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) every_short_type_rounds_to_even<Avx2>();
  if (simd_level() >= SimdLevel::avx512) every_short_type_rounds_to_even<Avx512>();
#endif
}

TEST(gaussian_blur_is_the_plain_loop) {
  struct Case {
    Shape shape;
    const char* layout;
    int from, to;
  };
  const Case cases[] = {{{7, 30, 3}, "HWC", 0, 2},
                        {{1, 40}, "HW", 0, 2},
                        {{40, 1, 2}, "HWC", 0, 2},
                        {{4, 5, 66}, "DHW", 0, 3},
                        {{2, 3, 4, 5}, "FCHW", 2, 4},
                        {{70, 70, 1}, "HWC", 0, 2},
                        {{3, 2, 9}, "CHW", 1, 3},
                        {{2, 4, 3, 5, 2}, "FDHWC", 1, 4},
                        {{50}, "W", 0, 1}};
  for (const Case& c : cases) {
    for (int taps : {1, 3, 9, 41}) {
      std::vector<float> in = noise(c.shape.volume(), taps);
      GaussianBlurArgs a;
      const int32_t size[] = {taps};
      const float sigma[] = {1.7f};
      a.window_size = {size, 1};
      a.sigma = {sigma, 1};
      OneOp op(gaussian_blur_cpu, &a);
      const TensorView out = op({tensor(in.data(), c.shape, c.layout, DType::float32)})[0];
      const std::vector<float> expected = plain(in, c.shape, c.from, c.to, 1.7f, taps);
      CHECK(!std::memcmp(out.data, expected.data(), expected.size() * sizeof(float)));
    }
  }
}

TEST(gaussian_blur_keeps_windows_until_they_change) {
  std::vector<float> in = noise(200);
  const TensorView t = tensor(in.data(), {10, 20}, "HW", DType::float32);
  GaussianBlurArgs a;
  float sigma[] = {1.0f};
  int32_t size[] = {5};
  a.sigma = {sigma, 1};
  a.window_size = {size, 1};
  OneOp op(gaussian_blur_cpu, &a);
  for (const auto& [s, n] : {std::pair{1.0f, 5}, {1.0f, 5}, {2.0f, 5}, {2.0f, 7}, {1.0f, 5}}) {
    sigma[0] = s;
    size[0] = n;
    const std::vector<float> expected = plain(in, t.shape, 0, 2, s, n);
    CHECK(!std::memcmp(op({t})[0].data, expected.data(), expected.size() * sizeof(float)));
  }
}

TEST(gaussian_windows) {
  for (int taps : {1, 3, 5, 31, 999}) {
    std::vector<float> w(taps);
    fill_gaussian(gaussian_sigma(taps), taps, w.data());
    double sum = 0;
    for (int k = 0; k < taps; ++k) {
      sum += w[k];
      CHECK_EQ(w[k], w[taps - 1 - k]);
    }
    CHECK(std::fabs(sum - 1) < 1e-5);
  }
  const int64_t mirrored[] = {2, 1, 0, 1, 2, 1, 0, 1, 2};
  for (int i = -2; i < 7; ++i) CHECK_EQ(mirror_101(i, 3), mirrored[i + 2]);
  CHECK_EQ(mirror_101(-9, 1), 0);
}
