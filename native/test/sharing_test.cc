// Tests how samples that share work are handed to threads.
#include "program/sharing.h"

#include <algorithm>
#include <cstdint>

#include "core/rng.h"
#include "test/test.h"

namespace penstock::test {
namespace {

// Clips of `length` frames of one video, `step` apart, with a key frame every `group` frames.
std::vector<SharingSample> clips(int count, int64_t length, int64_t step, int64_t group) {
  std::vector<SharingSample> samples;
  for (int i = 0; i < count; ++i) {
    const int64_t first = i * step, begin = first / group * group, end = first + length;
    samples.push_back({i, static_cast<double>(end - begin), {1, begin, end}});
  }
  return samples;
}

// How many frames each item has to decode.
std::vector<int64_t> decoded(const std::vector<SharingSample>& samples, const std::vector<int>& ends) {
  std::vector<int64_t> counts;
  for (size_t item = 0, at = 0; item < ends.size(); ++item) {
    int64_t count = 0, reached = INT64_MIN;
    for (; at < static_cast<size_t>(ends[item]); ++at) {
      const SharedWork& w = samples[at].work;
      count += std::max<int64_t>(w.end - std::max(w.begin, reached), 0);
      reached = std::max(reached, w.end);
    }
    counts.push_back(count);
  }
  return counts;
}

// When the last thread ends, where each takes the next item.
int64_t makespan(const std::vector<int64_t>& items, int threads) {
  std::vector<int64_t> busy(static_cast<size_t>(threads), 0);
  for (const int64_t item : items) *std::min_element(busy.begin(), busy.end()) += item;
  return *std::max_element(busy.begin(), busy.end());
}

}  // namespace

TEST(sharing_neighbours_are_one_item) {
  std::vector<SharingSample> samples = clips(8, 16, 16, 250);
  std::reverse(samples.begin(), samples.end());
  const std::vector<int> ends = hand_out(samples, 2);
  CHECK_EQ(ends.size(), size_t{1});
  for (int i = 0; i < 8; ++i) CHECK_EQ(samples[static_cast<size_t>(i)].position, i);
}

TEST(sharing_is_cut_where_it_shares_little) {
  std::vector<SharingSample> samples = clips(8, 16, 16, 12);
  const std::vector<int64_t> items = decoded(samples, hand_out(samples, 2));
  CHECK(makespan(items, 2) <= 64 + 8);
  // Two groups of 64 frames, and threads enough.
  samples = clips(8, 16, 16, 64);
  CHECK_EQ(decoded(samples, hand_out(samples, 8)), (std::vector<int64_t>{64, 64}));
}

TEST(sharing_others_come_one_by_one) {
  std::vector<SharingSample> samples = {{0, 1, {}}, {1, 5, {}}, {2, 3, {}}, {3, 5, {}}};
  const std::vector<int> ends = hand_out(samples, 2);
  CHECK_EQ(ends, (std::vector<int>{1, 2, 3, 4}));
  std::vector<int> order;
  for (const SharingSample& s : samples) order.push_back(s.position);
  CHECK_EQ(order, (std::vector<int>{1, 3, 2, 0}));
}

// Each sample is handed out once, an item keeps the order of its line, and the batch takes no longer than when each
// sample is decoded alone.
TEST(sharing_never_loses) {
  Rng rng(11, 0, 0, 0);
  for (int round = 0; round < rounds(2000, 20); ++round) {
    const int threads = 1 + static_cast<int>(rng.below(8)), count = 1 + static_cast<int>(rng.below(24));
    const int64_t group = 1 + rng.below(100), length = 1 + rng.below(40);
    std::vector<SharingSample> samples;
    std::vector<int64_t> alone;
    for (int i = 0; i < count; ++i) {
      const int64_t first = rng.below(400), begin = first / group * group, end = first + length;
      samples.push_back({i, static_cast<double>(end - begin), {1 + rng.below(3), begin, end}});
      alone.push_back(end - begin);
    }
    std::sort(alone.rbegin(), alone.rend());
    const std::vector<int> ends = hand_out(samples, threads);
    std::vector<bool> seen(static_cast<size_t>(count), false);
    for (const SharingSample& s : samples) seen[static_cast<size_t>(s.position)] = true;
    CHECK_EQ(std::count(seen.begin(), seen.end(), true), static_cast<std::ptrdiff_t>(count));
    CHECK_EQ(ends.back(), count);
    for (size_t item = 0, at = 0; item < ends.size(); ++item) {
      CHECK(ends[item] > static_cast<int>(at));
      for (; at + 1 < static_cast<size_t>(ends[item]); ++at) {
        CHECK_EQ(samples[at].work.line, samples[at + 1].work.line);
        CHECK(samples[at].work.begin <= samples[at + 1].work.begin);
        CHECK(samples[at].work.end <= samples[at + 1].work.end || samples[at].work.begin < samples[at + 1].work.begin);
      }
      at = static_cast<size_t>(ends[item]);
    }
    const int64_t longest = makespan(decoded(samples, ends), threads), before = makespan(alone, threads);
    CHECK(longest <= before);
    if (longest > before) report(__FILE__, __LINE__, std::to_string(longest) + " > " + std::to_string(before));
  }
}

}  // namespace penstock::test
