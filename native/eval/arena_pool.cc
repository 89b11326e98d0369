// See arena_pool.h.
#include "eval/arena_pool.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/arena.h"

namespace penstock {
namespace {

// Bytes that are kept for reuse beyond the most that was in use at once.
constexpr int64_t kSpare = int64_t{64} << 20;

}  // namespace

struct ArenaPool::Block : Memory {
  int gpu = -1;
  ~Block() override {
    shut();
    std::free(data);
  }
};

ArenaPool& ArenaPool::instance() {
  static auto* pool = new ArenaPool();  // leaked: results may outlive static destructors
  return *pool;
}

std::shared_ptr<Memory> ArenaPool::take(int64_t bytes, int gpu) {
  std::unique_ptr<Block> block;
  {
    std::lock_guard lock(mutex_);
    Free& free = free_[gpu];
    const auto found = free.lower_bound(bytes);
    // A much larger block is kept for a larger batch.
    if (found != free.end() && found->first <= bytes + bytes / 2 + 65536) {
      block = std::move(found->second);
      cached_ -= found->first;
      free.erase(found);
    }
  }
  if (!block) {
    // Slack lets batches of slightly different sizes reuse each other's blocks.
    const int64_t size = align_up(bytes + bytes / 8, 4096);
    auto* data = static_cast<uint8_t*>(std::aligned_alloc(4096, size));
    if (!data) fail(ErrorCode::OUT_OF_MEMORY, "Expected %lld bytes for a result", static_cast<long long>(bytes));
    block = std::make_unique<Block>();
    block->data = data;
    block->size = size;
    block->gpu = gpu;
  }
  {
    std::lock_guard lock(mutex_);
    used_ += static_cast<int64_t>(block->size);
    most_used_ = std::max(most_used_, used_);
  }
  return {block.release(), [this](Memory* memory) { put(std::unique_ptr<Block>(static_cast<Block*>(memory))); }};
}

void ArenaPool::put(std::unique_ptr<Block> block) {
  const auto size = static_cast<int64_t>(block->size);
  // A block in the pool must not keep a stream open.
  if (const auto slot = block->side.device()) slot->forget_producer();
  std::lock_guard lock(mutex_);
  used_ -= size;
  // A block beyond the limit is freed without the lock: no other thread can refer to it any more.
  if (cached_ + used_ + size > most_used_ + kSpare) return;
  cached_ += size;
  free_[block->gpu].emplace(size, std::move(block));
}

int64_t ArenaPool::trim() {
  std::map<int, Free> old;
  std::lock_guard lock(mutex_);
  std::swap(old, free_);
  most_used_ = used_;
  return std::exchange(cached_, 0);
}

}  // namespace penstock
