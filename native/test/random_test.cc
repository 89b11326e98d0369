// The random operators against their distributions: mean, spread and chi-square over fixed seeds, so results do not
// vary.
#include <map>

#include "generated/ops/random_coin_flip.h"
#include "generated/ops/random_normal.h"
#include "generated/ops/random_uniform.h"
#include "op_harness.h"
#include "test.h"

namespace penstock::ops {
extern const CpuOp random_uniform_cpu, random_normal_cpu, random_coin_flip_cpu;
}

using namespace penstock;
using namespace penstock::ops;
using penstock::test::OneOp;

namespace {

constexpr int kDraws = 200000;
const int32_t kShape[] = {kDraws};

template <class Args>
void shaped(Args& a) {
  a.shape = {kShape, 1};
  a.given |= uint64_t{1} << Args::kShape;
}

struct Moments {
  double mean = 0, variance = 0, fourth = 0;
};

template <class T>
Moments moments(const TensorView& t) {
  const int64_t n = t.shape.volume();
  Moments m;
  for (int64_t i = 0; i < n; ++i) m.mean += static_cast<double>(t.as<T>()[i]) / n;
  for (int64_t i = 0; i < n; ++i) {
    const double d = static_cast<double>(t.as<T>()[i]) - m.mean;
    m.variance += d * d / n;
    m.fourth += d * d * d * d / n;
  }
  return m;
}

// The distance of the chi-square of counts that should be equal from its mean, in standard deviations. Its mean is k -
// 1 and its variance is 2 (k - 1).
double chi_square_sigmas(const std::vector<int64_t>& counts) {
  double total = 0, chi = 0;
  for (int64_t c : counts) total += static_cast<double>(c);
  const double expected = total / static_cast<double>(counts.size());
  for (int64_t c : counts) chi += (c - expected) * (c - expected) / expected;
  const double k = static_cast<double>(counts.size()) - 1;
  return (chi - k) / std::sqrt(2 * k);
}

}  // namespace

TEST(random_uniform_range) {
  RandomUniformArgs a;
  const float range[] = {-3, 5};
  a.range = {range, 2};
  shaped(a);
  for (DType dtype : {DType::float32, DType::float64}) {
    a.dtype = dtype;
    OneOp op(random_uniform_cpu, &a);
    op.seed = 11;
    const TensorView out = op({})[0];
    const Moments m = dtype == DType::float32 ? moments<float>(out) : moments<double>(out);
    CHECK_NEAR(m.mean, 1, 4 * std::sqrt(64.0 / 12 / kDraws));
    CHECK_NEAR(m.variance, 64.0 / 12, 0.05);
    std::vector<int64_t> bins(100);
    for (int i = 0; i < kDraws; ++i) {
      const double v = dtype == DType::float32 ? out.as<float>()[i] : out.as<double>()[i];
      CHECK(v >= -3 && v < 5);
      ++bins[static_cast<int>((v + 3) / 8 * 100)];
    }
    CHECK(std::fabs(chi_square_sigmas(bins)) < 4);
  }
}

TEST(random_uniform_excludes_the_end) {
  // So narrow that most sums would round up to its end.
  RandomUniformArgs a;
  const float range[] = {1, std::nextafter(1.0f, 2.0f)};
  a.range = {range, 2};
  shaped(a);
  OneOp op(random_uniform_cpu, &a);
  const TensorView out = op({})[0];
  for (int i = 0; i < kDraws; ++i) CHECK_EQ(out.as<float>()[i], 1.0f);
}

TEST(random_uniform_values) {
  RandomUniformArgs a;
  const float values[] = {1, 2, 5.5f, -4, 300};
  a.values = {values, 5};
  a.given |= uint64_t{1} << RandomUniformArgs::kValues;
  shaped(a);
  OneOp op(random_uniform_cpu, &a);
  op.seed = 3;
  std::map<float, int64_t> seen;
  const TensorView out = op({})[0];
  for (int i = 0; i < kDraws; ++i) ++seen[out.as<float>()[i]];
  CHECK_EQ(seen.size(), size_t{5});
  std::vector<int64_t> counts;
  for (const auto& [value, count] : seen) counts.push_back(count);
  CHECK(std::fabs(chi_square_sigmas(counts)) < 4);
  a.dtype = DType::uint8;
  const TensorView bytes = op({})[0];
  for (int i = 0; i < kDraws; ++i) {
    const int v = bytes.as<uint8_t>()[i];
    CHECK(v == 1 || v == 2 || v == 6 || v == 0 || v == 255);
  }
}

TEST(random_uniform_unsigned_default_is_the_whole_range) {
  RandomUniformArgs a;
  a.dtype = DType::uint8;
  shaped(a);
  OneOp op(random_uniform_cpu, &a);
  op.seed = 5;
  std::vector<int64_t> bins(256);
  const TensorView out = op({})[0];
  for (int i = 0; i < kDraws; ++i) ++bins[out.as<uint8_t>()[i]];
  // Rounding gives each of the two ends half of the share of the other values.
  CHECK_NEAR(bins[0], kDraws / 255.0 / 2, 5 * std::sqrt(kDraws / 510.0));
  CHECK(std::fabs(chi_square_sigmas({bins.begin() + 1, bins.end() - 1})) < 4);
}

TEST(random_normal_moments) {
  RandomNormalArgs a;
  a.mean = 2;
  a.stddev = 3;
  shaped(a);
  OneOp op(random_normal_cpu, &a);
  op.seed = 17;
  const TensorView out = op({})[0];
  const Moments m = moments<float>(out);
  CHECK_NEAR(m.mean, 2, 4 * 3 / std::sqrt(double{kDraws}));
  CHECK_NEAR(m.variance, 9, 4 * 9 * std::sqrt(2.0 / kDraws));
  CHECK_NEAR(m.fourth / (m.variance * m.variance), 3, 0.06);
  // Bins with equal shares of the distribution, by its cumulative function.
  std::vector<int64_t> bins(64);
  for (int i = 0; i < kDraws; ++i) {
    const double share = 0.5 * std::erfc(-(out.as<float>()[i] - 2.0) / 3 / std::sqrt(2.0));
    ++bins[std::min(63, static_cast<int>(share * 64))];
  }
  CHECK(std::fabs(chi_square_sigmas(bins)) < 4);
  a.stddev = 0;
  CHECK_EQ(op({})[0].as<float>()[7], 2.0f);
}

TEST(random_coin_flip_share) {
  RandomCoinFlipArgs a;
  shaped(a);
  OneOp op(random_coin_flip_cpu, &a);
  op.seed = 23;
  for (float p : {0.5f, 0.1f, 0.93f}) {
    a.probability = p;
    const Moments m = moments<int32_t>(op({})[0]);
    CHECK_NEAR(m.mean, p, 4 * std::sqrt(p * (1 - p) / kDraws));
  }
  a.probability = 0;
  CHECK_EQ(moments<int32_t>(op({})[0]).mean, 0.0);
  a.probability = 1;
  CHECK_NEAR(moments<int32_t>(op({})[0]).mean, 1, 1e-9);
}

TEST(random_samples_are_independent_and_repeatable) {
  // One draw for each of many samples, as a pipeline makes for coinFlip and uniform.
  RandomUniformArgs a;
  OneOp op(random_uniform_cpu, &a);
  op.seed = 99;
  std::vector<float> first;
  std::vector<int64_t> bins(50);
  double previous = 0, correlation = 0;
  for (int i = 0; i < 50000; ++i) {
    op.info.index = i;
    const TensorView out = op({})[0];
    CHECK_EQ(out.shape.ndim, 0);
    const float v = out.as<float>()[0];
    if (i < 100) first.push_back(v);
    ++bins[static_cast<int>((v + 1) * 25)];
    correlation += v * previous / 50000;
    previous = v;
  }
  CHECK(std::fabs(chi_square_sigmas(bins)) < 4);
  CHECK_NEAR(correlation, 0, 4.0 / 3 / std::sqrt(50000.0));
  int same_epoch = 0, next_epoch = 0;
  for (int i = 99; i >= 0; --i) {
    op.info.index = i;
    op.info.epoch = 0;
    same_epoch += op({})[0].as<float>()[0] == first[i];
    op.info.epoch = 1;
    next_epoch += op({})[0].as<float>()[0] == first[i];
  }
  CHECK_EQ(same_epoch, 100);
  CHECK_EQ(next_epoch, 0);
}

TEST(random_shapes) {
  RandomNormalArgs a;
  OneOp op(random_normal_cpu, &a);
  TensorView like;
  like.shape = {2, 3, 4};
  CHECK(op({like})[0].shape == like.shape);
  const int32_t shape[] = {2, 0, 3}, negative[] = {-1}, large[] = {2000000000, 2000000000, 2000000000};
  a.shape = {shape, 3};
  a.given |= uint64_t{1} << RandomNormalArgs::kShape;
  CHECK((op({})[0].shape == Shape{2, 0, 3}));
  CHECK_THROWS(op({like}), "received both");
  a.shape = {negative, 1};
  CHECK_THROWS(op({}), "for shape");
  a.shape = {large, 3};
  CHECK_THROWS(op({}), "Expected extents from 0 to 2147483647 that make at most 1099511627776 bytes for shape");
  RandomUniformArgs u;
  const float backwards[] = {1, 0};
  u.range = {backwards, 2};
  OneOp uniform(random_uniform_cpu, &u);
  CHECK_THROWS(uniform({}), "range");
  u.range = {backwards, 1};
  CHECK_THROWS(uniform({}), "range");
}
