// A thread's bump allocator. It keeps its blocks, so a steady state allocates nothing, and charges them to an account
// when it has one. Not thread-safe: there is one per thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#include "core/memory_account.h"

namespace penstock {

class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { trim(); }

  // Must be called before the first allocation. The account must outlive the scratch.
  void charge_to(Account* account) { account_ = account; }

  // The bytes of a block that bytes(n) takes.
  static constexpr size_t rounded(size_t n) { return (n + kTail + 63) & ~size_t{63}; }

  // Uninitialised, 64-byte aligned, with 64 readable and writable bytes after its end (vector tails).
  template <class T = uint8_t>
  T* get(size_t count) {
    if (count > kMost / sizeof(T)) throw std::bad_alloc();
    return static_cast<T*>(bytes(count * sizeof(T)));
  }

  // Throws BUDGET_EXCEEDED or std::bad_alloc; earlier allocations stay valid. take_refused() then returns the size that
  // was needed.
  void* bytes(size_t n) {
    if (n > kMost) throw std::bad_alloc();
    n = rounded(n);
    while (current_ < blocks_.size()) {
      Block& b = blocks_[current_];
      if (b.size - b.used >= n) {
        void* p = b.data + b.used;
        b.used += n;
        return p;
      }
      ++current_;
    }
    return add_block(n);
  }

  struct Mark {
    size_t block, used;
  };
  Mark mark() const { return {current_, current_ < blocks_.size() ? blocks_[current_].used : 0}; }
  // Frees everything that was allocated since the mark.
  void rewind(Mark m) {
    for (size_t i = m.block; i < blocks_.size(); ++i) blocks_[i].used = i == m.block ? m.used : 0;
    current_ = m.block;
  }

  // Frees all allocations; several blocks are merged into one of their total size.
  void reset() {
    if (blocks_.size() > 1) {
      for (Block& b : blocks_) std::free(b.data);
      blocks_.clear();
      auto* data = static_cast<uint8_t*>(std::aligned_alloc(64, total_));
      if (data) {
        blocks_.push_back({data, total_, 0});
      } else {
        forget();
      }
    } else if (!blocks_.empty()) {
      blocks_[0].used = 0;
    }
    current_ = 0;
  }

  // Returns all memory to the system, and returns its size. Earlier allocations become invalid.
  size_t trim() {
    const size_t freed = total_;
    for (Block& b : blocks_) std::free(b.data);
    blocks_.clear();
    current_ = 0;
    forget();
    return freed;
  }

  size_t reserved() const { return total_; }

  // Bytes that are allocated at this moment.
  size_t used() const {
    size_t bytes = 0;
    for (const Block& b : blocks_) bytes += b.used;
    return bytes;
  }
  // The bytes that would be in use had the last refused request succeeded; 0 when none was refused since the last call.
  size_t take_refused() { return std::exchange(refused_, 0); }

 private:
  static constexpr size_t kFirst = size_t{1} << 20, kTail = 64;
  // More than any machine has. A negative number converted to size_t is also larger than this.
  static constexpr size_t kMost = size_t{1} << 56;
  struct Block {
    uint8_t* data;
    size_t size, used;
  };

  void* add_block(size_t n) {
    // Doubling keeps the number of blocks small; reset() merges them. When memory is short, only the bytes that are
    // needed now are allocated, because another thread may need the rest.
    size_t size = total_ < kFirst ? kFirst : total_;
    // The call that may fail comes first: a block without an entry would never be freed.
    blocks_.reserve(blocks_.size() + 1);
    if (size < n) size = n;
    if (account_ && !account_->try_charge(static_cast<int64_t>(size), static_cast<int64_t>(size - n))) {
      size = n;
      if (!account_->try_charge(static_cast<int64_t>(size))) {
        refused_ = used() + n;
        account_->exceeded(static_cast<int64_t>(size));
      }
    }
    auto* data = static_cast<uint8_t*>(std::aligned_alloc(64, size));
    if (!data) {
      if (account_) account_->release(static_cast<int64_t>(size));
      refused_ = used() + n;
      throw std::bad_alloc();
    }
    blocks_.push_back({data, size, n});
    total_ += size;
    return data;
  }

  void forget() {
    if (account_ && total_) account_->release(static_cast<int64_t>(total_));
    total_ = 0;
  }

  std::vector<Block> blocks_;
  size_t current_ = 0, total_ = 0, refused_ = 0;
  Account* account_ = nullptr;
};

// One thread's two scratch allocators: one for the intermediates of a sample, one for memory of setup(), which lives
// for a batch.
struct ThreadScratch {
  Scratch sample, batch;
};

// The scratch of all threads. Programs that never run at the same time may share it.
using ScratchSet = std::vector<ThreadScratch>;

}  // namespace penstock
