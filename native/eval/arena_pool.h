// Memory for results of imperative calls. A block returns to the pool when its last user releases it, together with its
// state on a GPU (locked pages, device memory), so a steady loop allocates nothing. There is one pool per process.
#pragma once
#include <map>
#include <memory>
#include <mutex>

#include "gpu_host/shared_memory.h"

namespace penstock {

class ArenaPool {
 public:
  static ArenaPool& instance();

  // Takes a block of at least `bytes`, 64-byte aligned, not zeroed. `gpu` is the GPU in whose memory its outputs will
  // lie, or -1. Throws OUT_OF_MEMORY. Any thread may take or release a block.
  std::shared_ptr<Memory> take(int64_t bytes, int gpu);

  // Frees the unused blocks; returns their bytes.
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
