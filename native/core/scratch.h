// A thread's bump allocator. It keeps its blocks, so a steady state allocates nothing. Not thread-safe: one per thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

namespace penstock {

class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    for (Block& b : blocks_) std::free(b.data);
  }

  // Uninitialised, 64-byte aligned, with 64 readable and writable bytes after its end (vector tails).
  template <class T = uint8_t>
  T* get(size_t count) {
    return static_cast<T*>(bytes(count * sizeof(T)));
  }

  void* bytes(size_t n) {
    n = (n + 64 + 63) & ~size_t{63};
    while (current_ < blocks_.size()) {
      Block& b = blocks_[current_];
      if (b.size - b.used >= n) {
        void* p = b.data + b.used;
        b.used += n;
        return p;
      }
      ++current_;
    }
    // Doubling keeps the number of blocks small; reset() merges them.
    size_t size = total_ < kFirst ? kFirst : total_;
    if (size < n) size = n;
    auto* data = static_cast<uint8_t*>(std::aligned_alloc(64, size));
    if (!data) throw std::bad_alloc();
    blocks_.push_back({data, size, n});
    total_ += size;
    return data;
  }

  struct Mark {
    size_t block, used;
  };
  Mark mark() const { return {current_, current_ < blocks_.size() ? blocks_[current_].used : 0}; }
  // Gives back everything taken since the mark.
  void rewind(Mark m) {
    for (size_t i = m.block; i < blocks_.size(); ++i) blocks_[i].used = i == m.block ? m.used : 0;
    current_ = m.block;
  }

  // Everything is free again; several blocks become one of their total size.
  void reset() {
    if (blocks_.size() > 1) {
      for (Block& b : blocks_) std::free(b.data);
      blocks_.clear();
      auto* data = static_cast<uint8_t*>(std::aligned_alloc(64, total_));
      if (!data) {
        total_ = 0;
        current_ = 0;
        return;
      }
      blocks_.push_back({data, total_, 0});
    } else if (!blocks_.empty()) {
      blocks_[0].used = 0;
    }
    current_ = 0;
  }

  size_t reserved() const { return total_; }

 private:
  static constexpr size_t kFirst = size_t{1} << 20;
  struct Block {
    uint8_t* data;
    size_t size, used;
  };
  std::vector<Block> blocks_;
  size_t current_ = 0, total_ = 0;
};

}  // namespace penstock
