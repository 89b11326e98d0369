// What a pipeline has allocated, against what it may. The two words lie in the pipeline's control block, where
// JavaScript and every stage's program add to them; an Account is one user's link to them, which is cut when the block
// goes, so that memory given back later touches nothing.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "core/error.h"
#include "generated/abi.h"

namespace penstock {

// Shared memory, with the layout of abi.json's "account".
struct MemoryAccount {
  std::atomic<int64_t> used;
  std::atomic<int64_t> limit;  // 0: none
};
static_assert(offsetof(MemoryAccount, used) == abi::accountUsed &&
              offsetof(MemoryAccount, limit) == abi::accountLimit && sizeof(MemoryAccount) == abi::accountBytes &&
              std::atomic<int64_t>::is_always_lock_free);

class Account {
 public:
  // `kind`: the field of memoryBudget that limits it.
  explicit Account(MemoryAccount* words, const char* kind = "host") : words_(words), kind_(kind) {}

  // Adds `bytes`, or nothing and returns false where the limit does not hold them. Where `spare` of them are not needed
  // now, a quarter of the limit must stay free.
  bool try_charge(int64_t bytes, int64_t spare = 0) {
    std::lock_guard lock(mutex_);
    if (!words_) return true;
    int64_t used = words_->used.load(std::memory_order_relaxed);
    do {
      const int64_t limit = words_->limit.load(std::memory_order_relaxed);
      if (limit > 0 && bytes > limit - used - (spare > 0 ? limit / 4 : 0)) return false;
    } while (!words_->used.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    return true;
  }

  // As try_charge; throws BUDGET_EXCEEDED.
  void charge(int64_t bytes) {
    if (!try_charge(bytes)) exceeded(bytes);
  }

  void release(int64_t bytes) {
    std::lock_guard lock(mutex_);
    if (words_) words_->used.fetch_sub(bytes, std::memory_order_relaxed);
  }

  // The limit, or 0 where there is none.
  int64_t limit() const {
    std::lock_guard lock(mutex_);
    return words_ ? std::max<int64_t>(0, words_->limit.load(std::memory_order_relaxed)) : 0;
  }
  int64_t used() const {
    std::lock_guard lock(mutex_);
    return words_ ? words_->used.load(std::memory_order_relaxed) : 0;
  }

  // The words go away: from now on nothing is counted.
  void cut() {
    std::lock_guard lock(mutex_);
    words_ = nullptr;
  }

  [[noreturn]] void exceeded(int64_t bytes) {
    int64_t used = 0, limit = 0;
    {
      std::lock_guard lock(mutex_);
      if (words_) used = words_->used, limit = words_->limit;
    }
    char text[160];
    std::snprintf(text, sizeof text,
                  "Expected %lld bytes more within memoryBudget.%s of %lld, of which %lld are in use",
                  static_cast<long long>(bytes), kind_, static_cast<long long>(limit), static_cast<long long>(used));
    throw Error(ErrorCode::BUDGET_EXCEEDED, text,
                std::string("Raise memoryBudget.") + kind_ + ", or lower batchSize, numThreads or prefetchQueueDepth");
  }

 private:
  mutable std::mutex mutex_;  // allocations are rare: a steady state makes none
  MemoryAccount* words_;
  const char* kind_;
};

// Bytes charged for as long as this lives.
class Charge {
 public:
  Charge() = default;
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;
  ~Charge() {
    if (account_) account_->release(bytes_);
  }
  // Throws BUDGET_EXCEEDED, and holds nothing then.
  void take(std::shared_ptr<Account> account, int64_t bytes) {
    if (!account) return;
    account->charge(bytes);
    account_ = std::move(account);
    bytes_ = bytes;
  }

 private:
  std::shared_ptr<Account> account_;
  int64_t bytes_ = 0;
};

}  // namespace penstock
