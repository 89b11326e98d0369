// Copies from device memory to host memory for the user: on the calling thread, or on a copying thread, so that the
// event loop is not blocked.
#pragma once
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu_host/slot.h"

namespace penstock::gpu {

struct CopyPart {
  void* to;
  const void* from;
  int64_t bytes;
};

// Waits until the batch is computed, copies its parts, and returns when all of them have arrived.
void read_device(DeviceSlot& slot, const std::vector<CopyPart>& parts);

// The queued copies into the memory of one owner. The owner may release its memory before they are made.
class PendingReads {
 public:
  // Waits for a copy that is running and prevents all others, so that nothing writes to the memory afterwards.
  void close();

  // The copying thread calls these around each copy. enter() returns false when the memory has been released.
  bool enter();
  void leave();

 private:
  std::mutex mutex_;
  std::condition_variable idle_;
  int running_ = 0;
  bool closed_ = false;
};

// Queues read_device() for the copying thread, which afterwards calls `done` with true if the copy succeeded. After
// reads->close() neither the copy nor the call is made.
void read_device_later(std::shared_ptr<DeviceSlot> slot, std::vector<CopyPart> parts,
                       std::shared_ptr<PendingReads> reads, std::function<void(bool)> done);

}  // namespace penstock::gpu
