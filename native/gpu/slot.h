// The GPU's side of a slot. The tables of a batch lie in shared host memory as always; tensors of a GPU stage lie in
// device blocks that belong to the slot, and are addressed by their device address. Streams meet here: a consumer waits
// for `ready`, and whoever writes the slot next waits for all that have used it. No host thread waits for either.
#pragma once
#include <memory>
#include <mutex>
#include <vector>

#include "core/memory_account.h"
#include "gpu/stream.h"

namespace penstock::gpu {

class DeviceSlot {
 public:
  DeviceSlot(int gpu, std::shared_ptr<Account> account)
      : gpu_(gpu), device_(open_gpu(gpu)), account_(std::move(account)) {}
  DeviceSlot(const DeviceSlot&) = delete;
  ~DeviceSlot();

  int gpu() const { return gpu_; }
  Device* device() const { return device_; }

  // The producer: what it queues on `stream` from now on comes after everything that still reads the slot.
  void begin(Stream* stream);
  // Device memory of at least `bytes`, the `index`-th block of this batch. Kept for the next batch.
  void* block(size_t index, int64_t bytes, Stream* stream);
  // What was queued on `stream` makes the batch. The slot keeps the stream open, as users may ask for it.
  void ready(std::shared_ptr<SharedStream> stream);

  // A consumer: orders `stream` behind the batch; afterwards says that what it queued there has used it.
  void wait(Stream* stream);
  void used(Stream* stream);
  // Blocks the thread until the batch is there.
  void sync();
  void* ready_event();  // raw; null before the first batch
  // The stream of the last batch; empty before the first, and after the slot is given back.
  std::shared_ptr<SharedStream> producer();
  void forget_producer();

  // Gives the blocks back once nobody uses them; bytes. The slot must be nobody's.
  int64_t trim();
  int64_t bytes() const { return bytes_; }

 private:
  struct Block {
    void* data;
    int64_t size;
  };
  Event* take_event();

  const int gpu_;
  Device* const device_;
  std::shared_ptr<Account> account_;
  std::mutex mutex_;  // of the lists of events and the producer: consumers are on other threads
  std::vector<Block> blocks_;
  std::vector<Event*> used_, spare_;
  Event* ready_ = nullptr;
  std::shared_ptr<SharedStream> producer_;
  int64_t bytes_ = 0;
};

// What the GPU knows of one piece of shared memory. Owned by its handle.
class SlotSide {
 public:
  ~SlotSide() { unpin(); }

  std::shared_ptr<DeviceSlot> device() const {
    std::lock_guard lock(mutex_);
    return device_;
  }
  DeviceSlot& device(int gpu, const std::shared_ptr<Account>& account);

  // Page-locks the memory, so that copies are asynchronous and fast; where the budget or the system refuses, it stays
  // as it is and copies are slower. Cheap when nothing has grown.
  void pin(uint8_t* data, int64_t size, const std::shared_ptr<Account>& account);
  void unpin();
  // Calls `body` while the memory is not locked, and unlocks it first: a GPU goes on reading locked pages where they
  // were. Where the memory is `in_use`, and locked, a GPU may be reading it just now, and body is not called.
  template <class F>
  void unlocked(bool in_use, F&& body) {
    std::lock_guard lock(mutex_);
    if (pinned_ && in_use) return;
    unpin_locked();
    body();
  }

 private:
  void unpin_locked();

  mutable std::mutex mutex_;
  std::shared_ptr<DeviceSlot> device_;
  uint8_t* data_ = nullptr;
  int64_t pinned_ = 0, refused_ = 0;
  std::shared_ptr<Account> account_;
};

}  // namespace penstock::gpu
