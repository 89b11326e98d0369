// See sample_weights.h.
#include "dataset/set/sample_weights.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/split_mix.h"

namespace penstock {
namespace {

constexpr int kUnitBits = 32;
constexpr double kUnit = 0x1p32;

// How often each sample comes in an epoch, as the weights have it. With `once` at most 1 each: what a heavy sample
// cannot take the others share.
std::vector<double> expected(const std::vector<double>& weights, const SampleWeights::Rule& rule) {
  // Divided by the largest one first, because their sum may be more than a double holds.
  const double largest = *std::max_element(weights.begin(), weights.end());
  std::vector<double> share(weights.size());
  std::transform(weights.begin(), weights.end(), share.begin(), [&](double w) { return w / largest; });
  double sum = std::accumulate(share.begin(), share.end(), 0.0);
  auto places = static_cast<double>(rule.size);
  std::vector<size_t> heavy;
  if (rule.once) {
    std::vector<size_t> falling(share.size());
    std::iota(falling.begin(), falling.end(), size_t{0});
    std::stable_sort(falling.begin(), falling.end(), [&](size_t a, size_t b) { return share[a] > share[b]; });
    // The sum of the lighter ones is taken from the light end, so that it does not become inexact as it shrinks.
    std::vector<double> rest(falling.size() + 1);
    for (size_t i = falling.size(); i-- > 0;) rest[i] = rest[i + 1] + share[falling[i]];
    size_t i = 0;
    while (i < falling.size() && places >= 1 && share[falling[i]] * places >= rest[i]) {
      heavy.push_back(falling[i++]);
      places -= 1;
    }
    sum = rest[i];
  }
  for (double& s : share) s = sum > 0 ? s / sum * places : 0;
  for (const size_t i : heavy) share[i] = 1;
  return share;
}

// The same in 2^-32, whose sum is exact.
std::vector<uint64_t> stretches(const std::vector<double>& weights, const SampleWeights::Rule& rule) {
  const std::vector<double> share = expected(weights, rule);
  const auto unit = static_cast<uint64_t>(kUnit);
  std::vector<uint64_t> out(share.size());
  auto left = static_cast<int64_t>(static_cast<uint64_t>(rule.size) << kUnitBits);
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<uint64_t>(share[i] * kUnit);
    if (rule.once) out[i] = std::min(out[i], unit);
    left -= static_cast<int64_t>(out[i]);
  }
  // What rounding down left over goes to one sample after another; what is over or lacks then, to the largest ones that
  // can take or give it.
  const auto takes = [&](size_t i) { return share[i] > 0 && !(rule.once && out[i] >= unit); };
  for (size_t i = 0; i < out.size() && left > 0; ++i) {
    if (takes(i)) ++out[i], --left;
  }
  while (left != 0) {
    size_t best = out.size();
    for (size_t i = 0; i < out.size(); ++i) {
      if ((left < 0 || takes(i)) && (best == out.size() || out[i] > out[best])) best = i;
    }
    const int64_t room =
        !rule.once || left < 0 ? left : std::min<int64_t>(left, static_cast<int64_t>(unit - out[best]));
    out[best] = static_cast<uint64_t>(static_cast<int64_t>(out[best]) + room);
    left -= room;
  }
  return out;
}

uint32_t reversed_bits(uint32_t word) {
  uint32_t out = 0;
  for (int i = 0; i < 32; ++i) out |= (word >> i & 1u) << (31 - i);
  return out;
}

}  // namespace

SampleWeights::SampleWeights(const std::vector<double>& weights, std::vector<int32_t> order, Rule rule)
    : rule_(rule), key_(split_mix(static_cast<uint64_t>(rule.seed), 0)), order_(std::move(order)) {
  const std::vector<uint64_t> own = stretches(weights, rule);
  ends_.reserve(own.size());
  uint64_t end = 0;
  for (size_t i = 0; i < own.size(); ++i) {
    ends_.push_back(end += own[order_.empty() ? i : static_cast<size_t>(order_[i])]);
  }
}

int64_t SampleWeights::at(int64_t epoch, int64_t place) const {
  uint64_t point;
  if (rule_.random) {
    const uint64_t draw = split_mix(key_, static_cast<uint64_t>(epoch * rule_.size + place));
    point = static_cast<uint64_t>(static_cast<unsigned __int128>(draw) * ends_.back() >> 64);
  } else {
    const uint32_t begin = reversed_bits(static_cast<uint32_t>(epoch)) + static_cast<uint32_t>(key_);
    point = static_cast<uint64_t>(place) << kUnitBits | begin;
  }
  const auto found = std::upper_bound(ends_.begin(), ends_.end(), point) - ends_.begin();
  return order_.empty() ? found : order_[static_cast<size_t>(found)];
}

}  // namespace penstock
