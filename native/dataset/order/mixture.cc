// See mixture.h.
#include "dataset/order/mixture.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "core/error.h"
#include "core/split_mix.h"

namespace penstock {
namespace {

// Divides shares by what divides all of them.
std::vector<int64_t> reduced(std::vector<int64_t> shares) {
  int64_t common = 0;
  for (const int64_t share : shares) common = std::gcd(common, share);
  for (int64_t& share : shares) share /= std::max<int64_t>(1, common);
  return shares;
}

// The weights times `scale`, where these are whole numbers of small sum; else nothing.
std::vector<int64_t> exact_shares(const std::vector<double>& weights, double scale) {
  constexpr double kNear = 1e-9;
  std::vector<int64_t> shares;
  double sum = 0;
  for (const double weight : weights) {
    const double whole = std::round(weight * scale);
    if (whole < (weight > 0 ? 1 : 0) || std::abs(weight * scale - whole) > whole * kNear) return {};
    if ((sum += whole) > static_cast<double>(kMixtureParts)) return {};
    shares.push_back(static_cast<int64_t>(whole));
  }
  return shares;
}

}  // namespace

std::vector<int64_t> mixture_shares(const std::vector<double>& weights) {
  constexpr double kMaxScale = 1e6;
  for (double scale = 1; scale <= kMaxScale; scale *= 10) {
    auto shares = exact_shares(weights, scale);
    if (!shares.empty()) return reduced(std::move(shares));
  }
  // Divided by the largest one first, because their sum may be more than a double holds.
  const double largest = *std::max_element(weights.begin(), weights.end());
  double sum = 0;
  for (const double weight : weights) sum += weight / largest;
  std::vector<int64_t> shares;
  std::vector<std::pair<double, size_t>> rests;
  for (size_t i = 0; i < weights.size(); ++i) {
    const double exact = weights[i] / largest / sum * static_cast<double>(kMixtureParts);
    shares.push_back(std::max<int64_t>(weights[i] > 0 ? 1 : 0, static_cast<int64_t>(exact)));
    if (weights[i] > 0) rests.emplace_back(static_cast<double>(shares.back()) - exact, i);
  }
  // What rounding down left over goes to those that lost most; what tiny weights have too much the largest one gives.
  int64_t left = kMixtureParts - std::accumulate(shares.begin(), shares.end(), int64_t{0});
  std::sort(rests.begin(), rests.end());
  for (size_t i = 0; left > 0; ++i, --left) ++shares[rests[i % rests.size()].second];
  *std::max_element(shares.begin(), shares.end()) += left;
  return reduced(std::move(shares));
}

SourceDraws::SourceDraws(const std::vector<int64_t>& shares, int64_t seed, uint32_t stream)
    : key_(split_mix(split_mix(static_cast<uint64_t>(seed), 0), stream)) {
  const auto count = static_cast<int64_t>(shares.size()),
             sum = std::accumulate(shares.begin(), shares.end(), int64_t{0});
  // A column has the weight `sum`, and a source `count` times its share.
  std::vector<int64_t> rest;
  std::vector<int> poor, rich;
  for (int i = 0; i < count; ++i) {
    rest.push_back(shares[i] * count);
    (rest[i] < sum ? poor : rich).push_back(i);
  }
  while (!poor.empty()) {
    const int source = poor.back(), other = rich.back();
    poor.pop_back();
    columns_.push_back({static_cast<uint32_t>((rest[source] << 32) / sum), source, other});
    rest[other] -= sum - rest[source];
    if (rest[other] >= sum) continue;
    rich.pop_back();
    poor.push_back(other);
  }
  for (const int source : rich) columns_.push_back({0, source, source});
}

int SourceDraws::at(int64_t k) const {
  const uint64_t draw = split_mix(key_, static_cast<uint64_t>(k));
  const Column& column = columns_[(draw >> 32) * columns_.size() >> 32];
  return static_cast<uint32_t>(draw) < column.below ? column.source : column.other;
}

MixtureChoice::MixtureChoice(std::vector<int64_t> shares, std::optional<int64_t> draws, uint32_t stretch)
    : shares_(std::move(shares)) {
  sum_ = std::accumulate(shares_.begin(), shares_.end(), int64_t{0});
  if (draws) draws_.emplace(shares_, *draws, stretch);
  given_.resize(shares_.size());
  begin(0);
}

void MixtureChoice::begin(int64_t round) {
  round_ = round;
  step_ = 0;
  std::fill(given_.begin(), given_.end(), 0);
  if (draws_) return;
  ready_.clear();
  waiting_.clear();
  for (int i = 0; i < static_cast<int>(shares_.size()); ++i) {
    if (shares_[i]) ready_.push_back(deadline(i));
  }
  std::make_heap(ready_.begin(), ready_.end(), std::greater<>());
}

// The place before which the next sample of a source has to come.
MixtureChoice::Due MixtureChoice::deadline(int source) const {
  const int64_t share = shares_[source];
  return due(((given_[source] + 1) * sum_ + share - 1) / share, source);
}

void MixtureChoice::step() {
  if (draws_) {
    last_ = draws_->at(step_++);
    ++given_[last_];
    return;
  }
  if (step_ == sum_) begin(round_ + 1);
  for (; !waiting_.empty() && place_of(waiting_.front()) <= step_; waiting_.pop_back()) {
    const int source = source_of(waiting_.front());
    std::pop_heap(waiting_.begin(), waiting_.end(), std::greater<>());
    ready_.push_back(deadline(source));
    std::push_heap(ready_.begin(), ready_.end(), std::greater<>());
  }
  last_ = source_of(ready_.front());
  std::pop_heap(ready_.begin(), ready_.end(), std::greater<>());
  ready_.pop_back();
  const int64_t share = shares_[last_], next = ++given_[last_];
  if (next < share) {
    waiting_.push_back(due(next * sum_ / share, last_));
    std::push_heap(waiting_.begin(), waiting_.end(), std::greater<>());
  }
  ++step_;
}

MixtureChoice::Given MixtureChoice::at(int64_t k) {
  const auto next = [this] { return round_ * sum_ + step_; };
  const int64_t round = draws_ ? 0 : k / sum_;
  const bool again = step_ > 0 && k == next() - 1;
  if (!again && (k < next() || round > round_)) begin(round);
  while (next() <= k) step();
  return {last_, given(last_) - 1};
}

MixtureChoice::Place MixtureChoice::first_end(const std::vector<int64_t>& sizes) {
  int64_t round = INT64_MAX;
  for (size_t i = 0; i < shares_.size(); ++i) {
    if (shares_[i]) round = std::min(round, (sizes[i] - 1) / shares_[i]);
  }
  begin(draws_ ? 0 : round);
  do step();
  while (given(last_) < sizes[last_]);
  return {last_, round_ * sum_ + step_ - 1};
}

Mixture::Mixture(MixtureWeights weights, std::vector<int64_t> sizes, MixtureEnd end)
    : weights_(std::move(weights)), sizes_(std::move(sizes)), end_(end) {
  std::vector<int64_t> shares = mixture_shares(weights_.stretches.front().weights);
  if (end == MixtureEnd::repeat) {
    std::vector<int64_t> before = weights_.counts_before;
    before.resize(sizes_.size());
    parts_.push_back({weights_.stretches.front().from, std::move(shares), std::move(before)});
    size_ = std::accumulate(sizes_.begin(), sizes_.end(), int64_t{0});
  } else {
    size_ = divide(std::move(shares));
  }
}

MixtureChoice Mixture::choice_in(size_t part) const {
  const int64_t stretch = weights_.stretches_before + static_cast<int64_t>(part);
  return {parts_[part].shares, weights_.draws, static_cast<uint32_t>(stretch)};
}

// Finds the parts of an epoch, and returns where it ends.
int64_t Mixture::divide(std::vector<int64_t> shares) {
  std::vector<int64_t> before(sizes_.size());
  int64_t begin = 0;
  for (size_t left = sizes_.size(); left; --left) {
    parts_.push_back({begin, shares, before});
    MixtureChoice choice = choice_in(parts_.size() - 1);
    std::vector<int64_t> rests;
    for (size_t i = 0; i < sizes_.size(); ++i) rests.push_back(sizes_[i] - before[i]);
    const MixtureChoice::Place end = choice.first_end(rests);
    begin += end.k + 1;
    if (end_ == MixtureEnd::stop) break;
    for (size_t i = 0; i < sizes_.size(); ++i) before[i] += choice.given(static_cast<int>(i));
    shares[end.source] = 0;
    shares = reduced(std::move(shares));
  }
  return begin;
}

// With `repeat`: finds the stretches up to that of sample k.
void Mixture::find_parts(int64_t k) {
  if (k < parts_.front().begin) throw Error(ErrorCode::INTERNAL, "a mixture is asked for a sample before its weights");
  for (size_t next = parts_.size(); next < weights_.stretches.size(); ++next) {
    const MixtureWeights::Stretch& stretch = weights_.stretches[next];
    if (k < stretch.from) return;
    const Part& last = parts_.back();
    MixtureChoice choice = choice_in(next - 1);
    choice.at(stretch.from - last.begin - 1);
    std::vector<int64_t> before = last.before;
    for (size_t i = 0; i < before.size(); ++i) before[i] += choice.given(static_cast<int>(i));
    parts_.push_back({stretch.from, mixture_shares(stretch.weights), std::move(before)});
  }
}

// The part of sample k among those that were found, from the last one on.
size_t Mixture::part_of(int64_t k) const {
  size_t part = part_;
  while (k < parts_[part].begin) --part;
  while (part + 1 < parts_.size() && k >= parts_[part + 1].begin) ++part;
  return part;
}

const std::vector<int64_t>& Mixture::counts_before(int64_t k) {
  find_parts(k);
  return parts_[part_of(k)].before;
}

Mixture::Sample Mixture::at(int64_t epoch, int64_t position) {
  const bool repeat = end_ == MixtureEnd::repeat;
  const int64_t k = repeat ? epoch * size_ + position : position;
  if (repeat) find_parts(k);
  const size_t part = part_of(k);
  if (part != part_ || !choice_) {
    choice_.emplace(choice_in(part));
    part_ = part;
  }
  const auto [source, count] = choice_->at(k - parts_[part].begin);
  const int64_t all = parts_[part].before[source] + count;
  if (repeat) return {source, all / sizes_[source], all % sizes_[source]};
  return {source, epoch, all};
}

}  // namespace penstock
