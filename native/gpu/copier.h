// Copies from device memory to the host for the user: at once, or on a thread of its own, so that the event loop goes
// on.
#pragma once
#include <functional>
#include <memory>
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

// The same on the copying thread, which then calls `done` with whether it went well.
void read_device_later(std::shared_ptr<DeviceSlot> slot, std::vector<CopyPart> parts, std::function<void(bool)> done);

// Why the last one that failed did.
std::string read_device_error();

}  // namespace penstock::gpu
