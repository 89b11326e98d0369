// The indexes that setup() has made until run() takes them, so that packets are listed once. All threads use it.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "formats/video/index.h"

namespace penstock::video {

class IndexShelf {
 public:
  // Returns a number that is above 0.
  int64_t put(std::shared_ptr<const VideoIndex> index) const {
    const std::lock_guard lock(mutex_);
    // Those of samples that were given up.
    if (kept_.size() == kMost) kept_.erase(kept_.begin());
    kept_[++last_] = std::move(index);
    return last_;
  }
  // Null where there are too many after it.
  std::shared_ptr<const VideoIndex> get(int64_t number) const {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(number);
    return found == kept_.end() ? nullptr : found->second;
  }
  void drop(int64_t number) const {
    const std::lock_guard lock(mutex_);
    kept_.erase(number);
  }

 private:
  static constexpr size_t kMost = 1024;
  mutable std::mutex mutex_;
  mutable std::map<int64_t, std::shared_ptr<const VideoIndex>> kept_;
  mutable int64_t last_ = 0;
};

}  // namespace penstock::video
