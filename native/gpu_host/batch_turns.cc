// See batch_turns.h.
#include "gpu_host/batch_turns.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>

namespace penstock::gpu {
namespace {

constexpr size_t kMaxPassed = 64;

}  // namespace

std::shared_ptr<BatchTurns> BatchTurns::of(int stage) {
  static std::mutex mutex;
  static std::map<int, std::weak_ptr<BatchTurns>> all;
  if (!stage) return nullptr;
  std::lock_guard lock(mutex);
  for (auto it = all.begin(); it != all.end();) it = it->second.expired() ? all.erase(it) : std::next(it);
  std::weak_ptr<BatchTurns>& known = all[stage];
  auto turns = known.lock();
  if (!turns) known = turns = std::make_shared<BatchTurns>();
  return turns;
}

void BatchTurns::await(int64_t batch) {
  std::unique_lock lock(mutex_);
  const auto most = std::chrono::duration<double>(kMaxWait);
  if (changed_.wait_for(lock, most, [&] { return next_ >= batch; })) return;
  skip_to(batch);
}

void BatchTurns::pass(int64_t batch) {
  {
    std::lock_guard lock(mutex_);
    if (batch < next_) return;
    passed_.insert(batch);
    // The batches before these may never come, and no later batch has waited for them.
    skip_to(passed_.size() > kMaxPassed ? *passed_.begin() : next_);
  }
  changed_.notify_all();
}

void BatchTurns::skip_to(int64_t batch) {
  next_ = std::max(next_, batch);
  for (auto it = passed_.begin(); it != passed_.end() && *it <= next_; it = passed_.erase(it)) {
    next_ = std::max(next_, *it + 1);
  }
}

}  // namespace penstock::gpu
