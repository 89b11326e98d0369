// See slot.h.
#include "gpu_host/slot.h"

#include "gpu_host/test_faults.h"

namespace penstock::gpu {
namespace {

int64_t rounded(int64_t bytes) { return (bytes + 65535) / 65536 * 65536; }
// Some slack, as in host memory, so that after a few batches of varying size no block needs to grow. Less for blocks of
// which it is known that they grow: batches of GPU memory are large, and those of one pipeline nearly equal.
int64_t slack(int64_t bytes) { return rounded(bytes + bytes / 8); }
int64_t growth(int64_t bytes) { return rounded(bytes + bytes / 16); }

}  // namespace

DeviceSlot::~DeviceSlot() {
  const Table& t = plugin();
  // The memory goes back to the device, so its last uses must be over.
  for (Event* e : used_) t.event_sync(e);
  if (ready_) t.event_sync(ready_);
  for (Block& b : blocks_) release(nullptr, b);
  if (used_elsewhere_) used_elsewhere_->drop();
  if (account_ && bytes_) account_->release(bytes_);
  for (Event* e : used_) t.event_close(e);
  for (Event* e : spare_) t.event_close(e);
  if (ready_) t.event_close(ready_);
}

Event* DeviceSlot::take_event() {
  if (spare_.empty()) {
    Event* e = nullptr;
    must(plugin().event_open(device_, &e));
    return e;
  }
  Event* e = spare_.back();
  spare_.pop_back();
  return e;
}

void DeviceSlot::begin(Stream* stream) {
  std::lock_guard lock(mutex_);
  const bool fence = !test_faults().no_fence;
  while (!used_.empty()) {
    if (fence) must(plugin().event_wait(used_.back(), stream));
    spare_.push_back(used_.back());
    used_.pop_back();
  }
  // Another stream may still be writing a batch that no consumer has used.
  if (fence && ready_) must(plugin().event_wait(ready_, stream));
}

// What a block of at least so many bytes takes. Exported ones are whole 2 MiB, the pages of the device, because CUDA
// opens whole pages to the other process: it must not see what else lies there.
int64_t DeviceSlot::whole(int64_t bytes) const {
  constexpr int64_t kPage = int64_t{2} << 20;
  return exported_ ? (std::max<int64_t>(bytes, 1) + kPage - 1) / kPage * kPage : std::max<int64_t>(bytes, 1);
}

void* DeviceSlot::block(size_t index, int64_t bytes, Stream* stream, int64_t expected) {
  const bool is_new = index >= blocks_.size();
  if (!is_new && blocks_[index].size >= bytes) return blocks_[index].data;
  const bool placed = (is_new && expected > bytes && place(index, whole(slack(expected)), bytes, stream)) ||
                      place(index, whole(is_new ? rounded(bytes) : growth(bytes)), bytes, stream) ||
                      place(index, whole(bytes), bytes, stream);
  if (!placed) fail(ErrorCode::INTERNAL, "no device memory for a slot");
  return blocks_[index].data;
}

// Replaces block `index` by one of `size` bytes, of which `bytes` are needed now. Where there is too little memory for
// more than is needed, the function returns false and changes nothing; for what is needed it throws.
bool DeviceSlot::place(size_t index, int64_t size, int64_t bytes, Stream* stream) {
  const int64_t before = index < blocks_.size() ? blocks_[index].size : 0;
  const bool needed = size <= whole(bytes);
  if (account_ && needed) {
    account_->charge(size - before);
  } else if (account_ && !account_->try_charge(size - before, size - bytes)) {
    return false;
  }
  Block made{};
  if (!allocate(size, needed, made)) {
    if (account_) account_->release(size - before);
    return false;
  }
  bytes_ += size - before;
  if (index < blocks_.size()) {
    release(stream, blocks_[index]);
    blocks_[index] = std::move(made);
  } else {
    blocks_.push_back(std::move(made));
  }
  return true;
}

// Returns false where the device refuses more than is needed.
bool DeviceSlot::allocate(int64_t size, bool needed, Block& block) {
  block.size = size;
  if (!exported_) {
    const int failed = plugin().keep(device_, size, &block.data);
    if (failed && needed) must(failed);
    return !failed;
  }
  try {
    block.exported = Exported::memory(gpu_, size);
  } catch (const Error& e) {
    if (needed || e.code != ErrorCode::OUT_OF_MEMORY) throw;
    return false;
  }
  block.data = block.exported->data();
  return true;
}

// Gives a block back, which work that is queued on the stream may still use. Without a stream all work is over.
void DeviceSlot::release(Stream* stream, Block& block) {
  // This memory does not go back in the stream's order. It is rare: blocks stop growing after a few batches.
  if (stream) plugin().stream_sync(stream);
  if (block.exported) {
    block.exported->drop();
  } else {
    plugin().drop(device_, block.data, block.size);
  }
}

std::vector<std::shared_ptr<Exported>> DeviceSlot::exports() {
  std::vector<std::shared_ptr<Exported>> all;
  if (!exported_) return all;
  for (const Block& b : blocks_) all.push_back(b.exported);
  if (!used_elsewhere_) used_elsewhere_ = Exported::event(gpu_);
  all.push_back(used_elsewhere_);
  return all;
}

bool DeviceSlot::given_back() {
  bool done = true;
  if (used_elsewhere_) must(plugin().event_done(used_elsewhere_->event(), &done));
  return done;
}

void DeviceSlot::forget_user() {
  if (used_elsewhere_) used_elsewhere_->drop();
  used_elsewhere_.reset();
}

int64_t DeviceSlot::reserve(int64_t bytes) {
  const auto stream = SharedStream::open(gpu_);
  std::lock_guard lock(mutex_);
  if (blocks_.empty() && place(0, whole(slack(bytes)), 0, stream->get())) {
    // The stream of the first batch is another one, and is not ordered after this one.
    stream->sync();
  }
  return bytes_;
}

void DeviceSlot::ready(std::shared_ptr<SharedStream> stream) {
  if (!ready_) must(plugin().event_open(device_, &ready_));
  must(plugin().event_record(ready_, stream->get()));
  // The swap hands the previous producer to the parameter, which is destroyed after the guard: without the lock.
  std::lock_guard lock(mutex_);
  std::swap(producer_, stream);
}

std::shared_ptr<SharedStream> DeviceSlot::producer() {
  std::lock_guard lock(mutex_);
  return producer_;
}

void DeviceSlot::forget_producer() {
  std::shared_ptr<SharedStream> last;
  std::lock_guard lock(mutex_);
  std::swap(producer_, last);
}

void DeviceSlot::wait(Stream* stream) {
  if (ready_) must(plugin().event_wait(ready_, stream));
}

void DeviceSlot::used(Stream* stream) {
  std::lock_guard lock(mutex_);
  Event* e = take_event();
  if (const int failed = plugin().event_record(e, stream)) {
    spare_.push_back(e);
    must(failed);
  }
  used_.push_back(e);
}

void DeviceSlot::sync() {
  if (ready_) must(plugin().event_sync(ready_));
}

void* DeviceSlot::ready_event() { return ready_ ? plugin().event_raw(ready_) : nullptr; }

int64_t DeviceSlot::trim() {
  const Table& t = plugin();
  std::lock_guard lock(mutex_);
  for (Event* e : used_) must(t.event_sync(e));
  if (ready_) must(t.event_sync(ready_));
  const int64_t freed = bytes_;
  for (Block& b : blocks_) release(nullptr, b);
  blocks_.clear();
  if (account_ && bytes_) account_->release(bytes_);
  bytes_ = 0;
  return freed;
}

DeviceSlot& SlotSide::device(int gpu, const std::shared_ptr<Account>& account) {
  std::lock_guard lock(mutex_);
  if (!device_) device_ = std::make_shared<DeviceSlot>(gpu, account, shared_);
  return *device_;
}

void SlotSide::pin(uint8_t* data, int64_t size, const std::shared_ptr<Account>& account) {
  std::lock_guard lock(mutex_);
  if (pinned_ >= size || refused_ == size) return;
  unpin_locked();
  if (account && !account->try_charge(size)) {
    refused_ = size;
    return;
  }
  if (plugin().pin(data, size)) {
    // Locked memory is limited (ulimit -l). A copy from memory that is not locked is slower, but correct.
    if (account) account->release(size);
    refused_ = size;
    return;
  }
  data_ = data;
  pinned_ = size;
  account_ = account;
}

void SlotSide::unpin() {
  std::lock_guard lock(mutex_);
  ended_ = uses_ > 0;
  if (!ended_) unpin_locked();
}

SlotSide::Use::Use(SlotSide& side) : side_(&side) {
  std::lock_guard lock(side.mutex_);
  ++side.uses_;
}

SlotSide::Use::~Use() {
  if (!side_) return;
  std::lock_guard lock(side_->mutex_);
  if (--side_->uses_ == 0 && side_->ended_) side_->unpin_locked();
}

void SlotSide::unpin_locked() {
  if (pinned_) plugin().unpin(data_);
  if (pinned_ && account_) account_->release(pinned_);
  pinned_ = refused_ = 0;
}

}  // namespace penstock::gpu
