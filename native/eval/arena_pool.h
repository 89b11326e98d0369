// Memory for results of imperative calls: blocks that go back to a pool when their last user lets go, with what a GPU
// knows of them (locked pages, device memory), so that a steady loop allocates nothing. One pool per process.
#pragma once
#include <map>
#include <memory>
#include <mutex>

#include "gpu/shared_memory.h"

namespace penstock {

class ArenaPool {
 public:
  static ArenaPool& instance();

  // At least `bytes`, 64-byte aligned, not zeroed. `gpu`: in whose memory its outputs will lie, or -1. Safe from any
  // thread, as is letting go of it. Throws OUT_OF_MEMORY.
  std::shared_ptr<Memory> take(int64_t bytes, int gpu);

  // Frees what nobody uses; bytes.
  int64_t trim();

 private:
  struct Block;
  using Free = std::multimap<int64_t, std::unique_ptr<Block>>;

  void put(std::unique_ptr<Block> block);

  std::mutex mutex_;
  std::map<int, Free> free_;  // by GPU, then by size
  int64_t cached_ = 0, used_ = 0, most_used_ = 0;
};

}  // namespace penstock
