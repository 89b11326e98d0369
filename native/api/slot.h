// The memory of batches. A slot is one batch's arena; a pool makes slots as they are needed and takes them back when
// the last reference to a batch goes away, so that a steady state allocates nothing.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/arena.h"
#include "gpu_host/slot.h"

namespace penstock::api {

class Slot {
 public:
  // Reserves address space; memory is used as it is written to. Throws OUT_OF_MEMORY.
  Slot();
  Slot(const Slot&) = delete;
  ~Slot();

  // Makes room for `bytes`. Throws OUT_OF_MEMORY for more than a slot can hold.
  void ensure(int64_t bytes);
  ArenaRef ref() { return {data_, size_, &side_}; }
  uint8_t* data() const { return data_; }
  const ArenaHeader& header() const { return arena_header(data_); }
  gpu::SlotSide& side() { return side_; }

 private:
  uint8_t* data_ = nullptr;
  int64_t size_ = 0;
  gpu::SlotSide side_;
};

class SlotPool : public std::enable_shared_from_this<SlotPool> {
 public:
  // A slot that returns to the pool with the last copy of the pointer. Any thread may call it.
  std::shared_ptr<Slot> take();

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Slot>> free_;
};

}  // namespace penstock::api
