// See sharing.h.
#include "program/sharing.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace penstock {
namespace {

using Sharing = std::vector<SharingSample>;

// A cut is worth it when the batch takes at most so much of the time before.
constexpr double kWorthCutting = 0.95;

struct Item {
  size_t begin, end;
  double cost;
};

// The cost of samples that a thread makes one after the other: of each, the part that those before it have not done.
class Together {
 public:
  double add(const SharingSample& s) {
    const int64_t begin = std::max(s.work.begin, reached_), length = s.work.end - s.work.begin;
    reached_ = std::max(reached_, s.work.end);
    if (s.work.line == 0 || length <= 0) return cost_ += s.cost;
    const auto fresh = static_cast<double>(std::max<int64_t>(s.work.end - begin, 0));
    return cost_ += s.cost * fresh / static_cast<double>(length);
  }
  bool shares_with(const SharingSample& s) const { return s.work.begin < reached_; }

 private:
  int64_t reached_ = INT64_MIN;
  double cost_ = 0;
};

double cost_of(const Sharing& samples, size_t begin, size_t end) {
  Together all;
  double cost = 0;
  for (size_t i = begin; i < end; ++i) cost = all.add(samples[i]);
  return cost;
}

std::vector<Item> sharing(const Sharing& samples) {
  std::vector<Item> items;
  Together last;
  for (size_t i = 0; i < samples.size(); ++i) {
    const int64_t line = samples[i].work.line;
    if (!i || !line || line != samples[i - 1].work.line || !last.shares_with(samples[i])) {
      last = {};
      items.push_back({i, i, 0});
    }
    items.back().cost = last.add(samples[i]);
    items.back().end = i + 1;
  }
  return items;
}

// The two parts of an item of which the longer one is shortest; `second` is empty where the item has one sample.
struct Halves {
  Item first, second;
  double longer() const { return std::max(first.cost, second.cost); }
};
Halves halves_of(const Sharing& samples, const Item& item) {
  Halves best{item, {item.end, item.end, 0}};
  Together first;
  for (size_t at = item.begin + 1; at < item.end; ++at) {
    const double before = first.add(samples[at - 1]);
    // It only grows from here on.
    if (before >= best.longer()) break;
    const Halves halves{{item.begin, at, before}, {at, item.end, cost_of(samples, at, item.end)}};
    if (halves.longer() < best.longer()) best = halves;
  }
  return best;
}

void longest_first(std::vector<Item>& items) {
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.cost > b.cost; });
}

// When the last thread ends, where each thread takes the next item.
double end_of(const std::vector<Item>& items, int threads) {
  std::vector<double> ends(static_cast<size_t>(threads), 0);
  for (const Item& item : items) *std::min_element(ends.begin(), ends.end()) += item.cost;
  return *std::max_element(ends.begin(), ends.end());
}

// Cuts items as long as the batch then ends earlier. Each cut shortens it, so they are few.
void cut(const Sharing& samples, std::vector<Item>& items, int threads) {
  for (size_t at = 0; at < items.size();) {
    if (items[at].end - items[at].begin == 1) {
      ++at;
      continue;
    }
    const Halves halves = halves_of(samples, items[at]);
    std::vector<Item> other = items;
    other[at] = halves.first;
    if (halves.second.end > halves.second.begin) other.push_back(halves.second);
    longest_first(other);
    if (end_of(other, threads) < kWorthCutting * end_of(items, threads)) {
      items = std::move(other);
      at = 0;
    } else {
      ++at;
    }
  }
}

}  // namespace

std::vector<int> hand_out(Sharing& samples, int threads) {
  if (samples.empty()) return {};
  std::stable_sort(samples.begin(), samples.end(), [](const SharingSample& a, const SharingSample& b) {
    return std::tie(a.work.line, a.work.begin, a.work.end) < std::tie(b.work.line, b.work.begin, b.work.end);
  });
  std::vector<Item> items = sharing(samples), alone;
  longest_first(items);
  cut(samples, items, threads);
  // Long items end unevenly.
  for (size_t i = 0; i < samples.size(); ++i) alone.push_back({i, i + 1, samples[i].cost});
  longest_first(alone);
  if (end_of(alone, threads) < end_of(items, threads)) items = std::move(alone);
  Sharing ordered;
  std::vector<int> ends;
  for (const Item& item : items) {
    ordered.insert(ordered.end(), samples.begin() + static_cast<std::ptrdiff_t>(item.begin),
                   samples.begin() + static_cast<std::ptrdiff_t>(item.end));
    ends.push_back(static_cast<int>(ordered.size()));
  }
  samples = std::move(ordered);
  return ends;
}

}  // namespace penstock
