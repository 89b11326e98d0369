// How long work takes on one thread, as measured over the batches of a program. Work that takes less time than handing
// it over to the pool stays on the calling thread, and samples that take little time each are handed over several at a
// time. The results do not depend on it. It belongs to the thread that runs the batch.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace penstock {

class Pace {
 public:
  // Less work than this is done before other threads have woken up for it.
  static constexpr double kHandOverNs = 100e3;
  // A thread takes as many samples at once as take about this long, so that the pool's lock costs little.
  static constexpr double kItemNs = 20e3;

  // The ns that an amount of work is expected to take; -1 when nothing was measured.
  double expected(double amount) const { return rate_ < 0 ? -1 : rate_ * amount; }

  // Whether an amount of work is known to take less time than handing it over.
  bool is_quick(double amount) const {
    const double ns = expected(amount);
    return ns >= 0 && ns < kHandOverNs;
  }

  // Records that `amount` of work took `ns`. Later batches count as much as all earlier ones together.
  void note(uint64_t ns, double amount) {
    if (!(amount > 0) || !ns) return;
    const double rate = static_cast<double>(ns) / amount;
    rate_ = rate_ < 0 ? rate : (rate_ + rate) / 2;
  }

 private:
  double rate_ = -1;
};

// Samples [0, count), handed to the pool in items of `each`, or in those that end at `ends` where that is not empty.
struct Handing {
  int count = 0, each = 1;
  std::vector<int> ends = {};
  int items() const { return ends.empty() ? (count + each - 1) / each : static_cast<int>(ends.size()); }
  int begin(int item) const { return ends.empty() ? item * each : item ? ends[item - 1] : 0; }
  int end(int item) const { return ends.empty() ? std::min(count, (item + 1) * each) : ends[item]; }
  // How many of `all` threads may work on a sample of an item. Items of several samples have twice their share, because
  // what they share goes on with the next batch, whose items may be fewer.
  int threads(int item, int all) const {
    return std::clamp((end(item) - begin(item) > 1 ? 2 : 1) * all / items(), 1, all);
  }

  // For samples that together take `ns`, or an unknown time when that is negative. Every thread gets several items, so
  // that all end at the same time.
  static Handing of(int count, int threads, double ns) {
    const double fit = ns > 0 ? Pace::kItemNs * count / ns : 1;
    const int most = std::max(1, count / (threads * 4));
    return {count, fit < most ? std::max(1, static_cast<int>(fit)) : most, {}};
  }
};

}  // namespace penstock
