// The memory that a pipeline has allocated, and its limit. The two words lie in the pipeline's control block, where
// JavaScript and every stage's program add to them. An Account links one user to the words; the link is cut when the
// block goes away, so memory that is released later does not touch the block.
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

// The two words in shared memory, with the layout of abi.json's "account".
struct MemoryAccount {
  std::atomic<int64_t> used;
  std::atomic<int64_t> limit;  // 0: no limit
};
static_assert(offsetof(MemoryAccount, used) == abi::accountUsed &&
              offsetof(MemoryAccount, limit) == abi::accountLimit && sizeof(MemoryAccount) == abi::accountBytes &&
              std::atomic<int64_t>::is_always_lock_free);

class Account {
 public:
  // `kind` is the field of memoryBudget that sets the limit.
  explicit Account(MemoryAccount* words, const char* kind = "host") : words_(words), kind_(kind) {}

  // Adds `bytes` and returns true, or adds nothing and returns false when they exceed the limit. With `spare` > 0 (that
  // many of the bytes are not needed now) a quarter of the limit must also stay free.
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

  // Like try_charge(), but throws BUDGET_EXCEEDED in place of returning false.
  void charge(int64_t bytes) {
    if (!try_charge(bytes)) exceeded(bytes);
  }

  void release(int64_t bytes) {
    std::lock_guard lock(mutex_);
    if (words_) words_->used.fetch_sub(bytes, std::memory_order_relaxed);
  }

  // The limit in bytes, or 0 when there is none.
  int64_t limit() const {
    std::lock_guard lock(mutex_);
    return words_ ? std::max<int64_t>(0, words_->limit.load(std::memory_order_relaxed)) : 0;
  }
  int64_t used() const {
    std::lock_guard lock(mutex_);
    return words_ ? words_->used.load(std::memory_order_relaxed) : 0;
  }

  // Cuts the link to the words; from now on nothing is counted.
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
  mutable std::mutex mutex_;  // uncontended in practice: a steady state allocates nothing
  MemoryAccount* words_;
  const char* kind_;
};

// Charges bytes to an account for as long as this object lives.
class Charge {
 public:
  Charge() = default;
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;
  ~Charge() {
    if (account_) account_->release(bytes_);
  }
  // Throws BUDGET_EXCEEDED, and then holds nothing.
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
