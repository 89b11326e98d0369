// See slot.h.
#include "api/slot.h"

#include <sys/mman.h>

namespace penstock::api {
namespace {

// As large as the slots of JavaScript: more than any batch should have.
constexpr int64_t kReserve = (int64_t{1} << 32) - (1 << 16);
constexpr int64_t kPage = 1 << 16;

}  // namespace

Slot::Slot() {
  void* const data =
      mmap(nullptr, kReserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED) {
    throw Error(ErrorCode::OUT_OF_MEMORY, "The system grants no address space for another batch",
                "Release outputs, or lower prefetch_queue_depth");
  }
  data_ = static_cast<uint8_t*>(data);
  size_ = kPage;
}

Slot::~Slot() {
  side_.unpin();
  munmap(data_, kReserve);
}

void Slot::ensure(int64_t bytes) {
  if (bytes > kReserve) {
    throw Error(ErrorCode::OUT_OF_MEMORY,
                "A batch needs " + std::to_string(bytes) + " bytes, more than the " + std::to_string(kReserve) +
                    " that one slot can hold",
                "Use a smaller batch_size");
  }
  if (bytes > size_) size_ = std::min(kReserve, align_up(bytes + bytes / 8, kPage));
}

std::shared_ptr<Slot> SlotPool::take() {
  std::unique_ptr<Slot> slot;
  {
    std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      slot = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (!slot) slot = std::make_unique<Slot>();
  const auto give_back = [pool = shared_from_this()](Slot* used) {
    std::unique_ptr<Slot> owned(used);
    std::lock_guard lock(pool->mutex_);
    pool->free_.push_back(std::move(owned));
  };
  return {slot.release(), give_back};
}

}  // namespace penstock::api
