// Copies from device memory to the host for the user: at once, or on a thread of its own, so that the event loop goes
// on.
#pragma once
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gpu/slot.h"

namespace penstock::gpu {

struct CopyPart {
  void* to;
  const void* from;
  int64_t bytes;
};

// Waits for the batch, copies, and returns when all is there.
void read_device(DeviceSlot& slot, const std::vector<CopyPart>& parts);

// The copies on their way to the memory of one owner, which may go before they are made.
class PendingReads {
 public:
  // Afterwards nothing is written any more: the copy that is being made ends, others are not begun.
  void close();

  // Of the copying thread, around each copy. False: the memory is gone.
  bool enter();
  void leave();

 private:
  std::mutex mutex_;
  std::condition_variable idle_;
  int running_ = 0;
  bool closed_ = false;
};

// The same on the copying thread, which then calls `done` with whether it went well; neither happens once `reads` is
// closed.
void read_device_later(std::shared_ptr<DeviceSlot> slot, std::vector<CopyPart> parts,
                       std::shared_ptr<PendingReads> reads, std::function<void(bool)> done);

// Why the last one that failed did.
std::string read_device_error();

}  // namespace penstock::gpu
