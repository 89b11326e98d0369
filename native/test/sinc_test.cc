// The filter of audioResample: every SIMD level gives the same bytes, and the sums are those of a plain loop over the
// columns that kernels of a GPU read.
#include "kernels/audio/sinc.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "test/test.h"

namespace penstock::test {
namespace {

using audio::SincFilter;

struct Case {
  int lobes;
  double stretch, step;
  int64_t n, count;
};

Case random_case(std::mt19937& g) {
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(g); };
  Case c;
  c.lobes = 3 + static_cast<int>(g() % (g() % 8 ? 20 : 62));
  c.step = g() % 4 ? uniform(0.2, 5) : static_cast<double>(1 + g() % 4);
  c.stretch = audio::stretch_of(c.step, g() % 2);
  c.n = static_cast<int64_t>(g() % 1500);
  c.count = static_cast<int64_t>(std::ceil(static_cast<double>(c.n) / c.step)) + static_cast<int64_t>(g() % 2);
  return c;
}

// A sound within margins of zeros. One in four has elements that are no numbers, which must stay where they are.
std::vector<float> random_sound(std::mt19937& g, const Case& c, int64_t margin) {
  std::vector<float> whole(static_cast<size_t>(c.n + 2 * margin));
  const bool odd = g() % 4 == 0;
  for (int64_t i = 0; i < c.n; ++i) {
    const float x = std::uniform_real_distribution<float>(-1, 1)(g);
    whole[static_cast<size_t>(margin + i)] = odd && g() % 200 == 0 ? INFINITY : x;
  }
  return whole;
}

std::vector<float> resampled(const SincFilter& filter, const std::vector<float>& whole, const Case& c) {
  std::vector<float> weights(filter.weights()), out(static_cast<size_t>(c.count));
  filter.resample(whole.data() + filter.margin(), c.n, c.step, c.count, weights.data(), out.data(), 1);
  return out;
}

TEST(sinc_simd_levels_agree) {
  std::mt19937 g(11);
  for (int i = 0; i < 600; ++i) {
    const Case c = random_case(g);
    std::vector<float> whole, first;
    for (const SimdLevel level : {SimdLevel::baseline, SimdLevel::neon, SimdLevel::avx2, SimdLevel::avx512}) {
      if (level > simd_level()) continue;
      const SincFilter filter(c.lobes, c.stretch, level);
      if (level == SimdLevel::baseline) whole = random_sound(g, c, filter.margin());
      const auto out = resampled(filter, whole, c);
      if (level == SimdLevel::baseline) first = out;
      CHECK(out.empty() || !std::memcmp(out.data(), first.data(), out.size() * sizeof(float)));
    }
  }
}

TEST(sinc_columns_are_the_rows) {
  std::mt19937 g(12);
  for (int i = 0; i < 100; ++i) {
    const Case c = random_case(g);
    const SincFilter filter(c.lobes, c.stretch);
    const auto columns = filter.columns();
    std::vector<float> whole(static_cast<size_t>(c.n + 2 * filter.margin()));
    for (int64_t k = 0; k < c.n; ++k)
      whole[static_cast<size_t>(filter.margin() + k)] = static_cast<float>(g() % 2001) / 1000 - 1;
    const auto out = resampled(filter, whole, {c.lobes, c.stretch, 1, c.n, c.n});
    // At a step of 1 the phase is 0: row 0 alone counts.
    for (int64_t at = 0; at < c.n; ++at) {
      double sum = 0;
      for (size_t k = 0; k < filter.weights(); ++k) {
        sum += static_cast<double>(columns[k * (SincFilter::kRows + 1)]) *
               static_cast<double>(whole[static_cast<size_t>(filter.margin() + at - filter.reach()) + k]);
      }
      CHECK(std::fabs(sum - static_cast<double>(out[static_cast<size_t>(at)])) < 1e-5);
    }
  }
}

// Sums of float32 grow away from the multiples of a large step: positions near the end must not leave the margin,
// after which there are elements that are no numbers here.
TEST(sinc_reads_nothing_behind_the_margin) {
  std::mt19937 g(13);
  const SincFilter filter(3, 1);
  constexpr int64_t kCount = SincFilter::kBlock, kBehind = 256;
  int past = 0;
  for (int i = 0; i < 5000 && past < 3; ++i) {
    const double step = std::uniform_real_distribution<double>(8000, 16000)(g);
    const auto n = static_cast<int64_t>(std::floor(step * (kCount - 1))) + 1;
    float at = 0;
    for (int64_t k = 1; k < kCount; ++k) at += static_cast<float>(step);
    const int64_t end = static_cast<int64_t>(std::ceil(at)) - filter.reach() + static_cast<int64_t>(filter.weights());
    if (end <= n + filter.margin()) continue;
    ++past;
    std::vector<float> whole(static_cast<size_t>(n + 2 * filter.margin() + kBehind));
    std::fill_n(whole.end() - kBehind, kBehind, NAN);
    for (const float v : resampled(filter, whole, {3, 1, step, n, kCount})) CHECK(v == 0);
  }
  CHECK_EQ(past, 3);
}

}  // namespace
}  // namespace penstock::test
