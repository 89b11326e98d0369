// The GPU's side of a slot. The tables of a batch lie in shared host memory as always; tensors of a GPU stage lie in
// device blocks that belong to the slot, and are addressed by their device address. The slot orders streams: a
// consumer's stream waits for `ready`, and the next producer's stream waits for all consumers. No host thread waits for
// either.
#pragma once
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/memory_account.h"
#include "gpu_host/exported.h"
#include "gpu_host/stream.h"

namespace penstock::gpu {

class DeviceSlot {
 public:
  // `exported`: other processes read the batches. All memory of the slot is then such that they can open it.
  DeviceSlot(int gpu, std::shared_ptr<Account> account, bool exported = false)
      : gpu_(gpu), device_(open_gpu(gpu)), exported_(exported), account_(std::move(account)) {}
  DeviceSlot(const DeviceSlot&) = delete;
  ~DeviceSlot();

  int gpu() const { return gpu_; }
  Device* device() const { return device_; }

  // Called by the producer. Work queued on `stream` from now on runs after all work that still reads the slot.
  void begin(Stream* stream);
  // Returns device memory of at least `bytes`, the `index`-th block of this batch. It is kept for the next batch. A
  // block that is new has room for `expected` bytes where that leaves a quarter of the budget free.
  void* block(size_t index, int64_t bytes, Stream* stream, int64_t expected = 0);
  // Takes memory for a batch of `bytes` ahead of the first one. Returns the bytes that the slot has, which are 0 where
  // the budget or the device refuses them.
  int64_t reserve(int64_t bytes);
  // The batch is complete when the work now queued on `stream` is. The slot keeps the stream open for users of it.
  void ready(std::shared_ptr<SharedStream> stream);

  // Called by a consumer. wait() makes later work of `stream` wait for the batch. used() notes that the work queued on
  // `stream` so far reads the slot.
  void wait(Stream* stream);
  void used(Stream* stream);
  // Blocks the calling thread until the batch is complete.
  void sync();
  void* ready_event();  // raw; null before the first batch
  // The stream of the last batch; empty before the first, and after the slot is given back.
  std::shared_ptr<SharedStream> producer();
  void forget_producer();

  // For a slot that is exported: what another process opens to read the batch, the blocks, and last the event that it
  // records behind its use of them. The caller holds the batch.
  std::vector<std::shared_ptr<Exported>> exports();
  // Whether the other process's use is over: its event is reached, or was not recorded.
  bool given_back();
  // The process has ended and may have left an event that is never reached: the next batch has a new one.
  void forget_user();

  // Releases the blocks when their last use is over, and returns how many bytes they had. No producer or consumer may
  // hold the slot.
  int64_t trim();
  int64_t bytes() const { return bytes_; }

 private:
  struct Block {
    void* data;
    int64_t size;
    std::shared_ptr<Exported> exported;  // null: no other process opens it
  };
  Event* take_event();
  bool allocate(int64_t size, bool needed, Block& block);
  void release(Stream* stream, Block& block);
  int64_t whole(int64_t bytes) const;
  bool place(size_t index, int64_t size, int64_t bytes, Stream* stream);

  const int gpu_;
  Device* const device_;
  const bool exported_;
  std::shared_ptr<Account> account_;
  std::shared_ptr<Exported> used_elsewhere_;  // recorded by another process
  std::mutex mutex_;  // guards the lists of events and the producer; consumers run on other threads
  std::vector<Block> blocks_;
  std::vector<Event*> used_, spare_;
  Event* ready_ = nullptr;
  std::shared_ptr<SharedStream> producer_;
  int64_t bytes_ = 0;
};

// The GPU side of one piece of shared memory: its device slot and its page lock. Owned by its handle.
class SlotSide {
 public:
  ~SlotSide() { unpin(); }

  // While a Use lives, a GPU may read the memory or write to it, so its pages stay locked. The handle may be closed
  // meanwhile: the last Use unlocks the pages then.
  class Use {
   public:
    explicit Use(SlotSide& side);
    Use(Use&& other) noexcept : side_(std::exchange(other.side_, nullptr)) {}
    Use& operator=(Use&&) = delete;
    ~Use();

   private:
    SlotSide* side_;
  };

  std::shared_ptr<DeviceSlot> device() const {
    std::lock_guard lock(mutex_);
    return device_;
  }
  DeviceSlot& device(int gpu, const std::shared_ptr<Account>& account);
  // Device memory of this slot will be such that other processes can open it. Called before there is any.
  void share() { shared_ = true; }

  // Page-locks the memory, so that copies are asynchronous and fast. Where the budget or the system refuses, the memory
  // stays unlocked and copies are slower. A call is cheap when the memory has not grown since the last one.
  void pin(uint8_t* data, int64_t size, const std::shared_ptr<Account>& account);
  // Unlocks the memory, or leaves that to the last Use.
  void unpin();
  // Unlocks the memory and calls `body`, which may move its pages; a GPU would go on reading locked pages where they
  // were. `body` is not called where the memory is locked and `in_use`, because a GPU may be reading it.
  template <class F>
  void unlocked(bool in_use, F&& body) {
    std::lock_guard lock(mutex_);
    if (pinned_ && (in_use || uses_)) return;
    unpin_locked();
    body();
  }

 private:
  void unpin_locked();

  mutable std::mutex mutex_;
  std::shared_ptr<DeviceSlot> device_;
  bool shared_ = false;
  uint8_t* data_ = nullptr;
  int64_t pinned_ = 0, refused_ = 0;
  int uses_ = 0;
  bool ended_ = false;  // unpin() came while there were uses
  std::shared_ptr<Account> account_;
};

}  // namespace penstock::gpu
