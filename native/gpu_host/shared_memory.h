// Shared memory under a handle: a pipeline's control block, a slot, or an arena of imperative mode. The code that
// allocated the bytes owns them; this object knows their address, their GPU side and the memory accounts inside them.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "core/arena.h"
#include "core/handles.h"
#include "core/memory_account.h"
#include "gpu_host/slot.h"

namespace penstock {

struct Memory : Object {
  uint8_t* data = nullptr;
  std::atomic<size_t> size{0};
  gpu::SlotSide side;

  ArenaRef ref() { return {data, static_cast<int64_t>(size.load(std::memory_order_relaxed)), &side}; }

  uint8_t* at(int64_t offset, size_t bytes) {
    if (offset < 0 || offset + bytes > size.load(std::memory_order_relaxed)) {
      fail(ErrorCode::INTERNAL, "offset %lld is outside the shared block", static_cast<long long>(offset));
    }
    return data + offset;
  }

  // A link to the account at `offset`. It is cut when the memory ends, because programs may outlive the memory.
  std::shared_ptr<Account> account(int64_t offset, const char* kind = "host") {
    if (offset % 8) fail(ErrorCode::INTERNAL, "an account lies at a multiple of 8");
    auto link = std::make_shared<Account>(reinterpret_cast<MemoryAccount*>(at(offset, sizeof(MemoryAccount))), kind);
    std::lock_guard lock(mutex);
    accounts.push_back(link);
    return link;
  }
  void shut() override {
    side.unpin();
    std::lock_guard lock(mutex);
    for (auto& link : accounts) link->cut();
    accounts.clear();
  }
  ~Memory() override { Memory::shut(); }

 private:
  std::mutex mutex;
  std::vector<std::shared_ptr<Account>> accounts;
};

}  // namespace penstock
