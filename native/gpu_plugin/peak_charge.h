// What a user of the device's pool counts towards the budget: the most that it has had at a time, because the pool
// keeps what is given back for the next batch. drop() forgets that, when the pool is trimmed too.
#pragma once
#include <algorithm>
#include <cstdint>

#include "gpu_plugin/plugin.h"

namespace penstock::gpu {

class PeakCharge {
 public:
  PeakCharge(ChargeFn charge, void* user) : charge_(charge), user_(user) {}
  PeakCharge(const PeakCharge&) = delete;
  ~PeakCharge() {
    if (most_) charge_(user_, -most_);
  }

  // Returns false, and counts nothing, where the budget is too small.
  bool take(int64_t bytes) {
    const int64_t more = std::max<int64_t>(0, now_ + bytes - most_);
    if (more && !charge_(user_, more)) return false;
    now_ += bytes;
    most_ += more;
    return true;
  }
  void give(int64_t bytes) { now_ -= bytes; }
  // Counts only what is in use now. Returns the bytes that are no longer counted.
  int64_t drop() {
    const int64_t freed = most_ - now_;
    if (freed) charge_(user_, -freed);
    most_ = now_;
    return freed;
  }

 private:
  const ChargeFn charge_;
  void* const user_;
  int64_t now_ = 0, most_ = 0;
};

}  // namespace penstock::gpu
