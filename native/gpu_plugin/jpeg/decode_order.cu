// See decode_order.h.
#include <map>
#include <tuple>
#include <utility>

#include "gpu_plugin/jpeg/decode_order.h"

namespace penstock::gpu {

std::shared_ptr<DecodeOrder> DecodeOrder::of(Device* device, int group, bool low) {
  static std::mutex mutex;
  static std::map<std::tuple<Device*, int, bool>, std::weak_ptr<DecodeOrder>> orders;
  // One decoder alone waits for each batch, so more lanes would only take memory.
  if (!group) return std::make_shared<DecodeOrder>(device, 1, low);
  std::lock_guard lock(mutex);
  for (auto it = orders.begin(); it != orders.end();) it = it->second.expired() ? orders.erase(it) : std::next(it);
  std::weak_ptr<DecodeOrder>& known = orders[{device, group, low}];
  auto order = known.lock();
  if (!order) known = order = std::make_shared<DecodeOrder>(device, kLanes, low);
  return order;
}

DecodeOrder::DecodeOrder(Device* device, int lanes, bool low) : device_(device), count_(lanes), low_(low) {
  device->enter();
  check(cudaEventCreateWithFlags(&first_, cudaEventDisableTiming), "making an event");
  check(cudaEventCreateWithFlags(&second_, cudaEventDisableTiming), "making an event");
  check(cudaStreamCreateWithFlags(&copies_, cudaStreamNonBlocking), "making a stream");
}

DecodeOrder::~DecodeOrder() {
  // All decoders have left, so that no memory is left.
  for (Lane& lane : lanes_) {
    lane.context.reset();
    if (!lane.stream) continue;
    cudaStreamDestroy(lane.stream);
    for (cudaEvent_t event : {lane.ended, lane.copied, lane.read}) cudaEventDestroy(event);
  }
  cudaStreamDestroy(copies_);
  cudaEventDestroy(first_);
  cudaEventDestroy(second_);
}

void DecodeOrder::join() {
  std::lock_guard lock(mutex_);
  ++members_;
}

void DecodeOrder::leave(ChargeFn charge, void* user) {
  std::lock_guard lock(mutex_);
  if (--members_) return;
  charge_ = charge;
  user_ = user;
  drop_all();
}

int64_t DecodeOrder::trim(ChargeFn charge, void* user) {
  std::lock_guard lock(mutex_);
  charge_ = charge;
  user_ = user;
  return drop_all();
}

int64_t DecodeOrder::drop_all() {
  cudaStreamSynchronize(copies_);
  int64_t freed = 0;
  for (Lane& lane : lanes_) {
    if (!lane.stream) continue;
    cudaStreamSynchronize(lane.stream);
    lane.context.reset();
    for (Kept* memory : {&lane.memory, &lane.files}) freed += drop(*memory);
  }
  return freed + drop(second_memory_);
}

// No work uses the memory any more.
int64_t DecodeOrder::drop(Kept& memory) {
  const int64_t freed = memory.bytes;
  if (memory.data) release_kept(*device_, memory.data, freed);
  if (freed) charge_(user_, -freed);
  memory = {};
  return freed;
}

bool DecodeOrder::charge_current(void* self, int64_t bytes) {
  const auto& order = *static_cast<DecodeOrder*>(self);
  return order.charge_(order.user_, bytes);
}

// Memory of at least so many bytes, with some slack where there is room for it, so that it stops growing after a few
// batches. The stream's work is the last that used what it had before.
uint8_t* DecodeOrder::room(Kept& memory, int64_t bytes, cudaStream_t stream) {
  if (bytes <= memory.bytes) return memory.data;
  constexpr int64_t kPage = int64_t{2} << 20;
  int64_t size = (bytes + bytes / 16 + kPage - 1) / kPage * kPage;
  if (memory.data) check(cudaStreamSynchronize(stream), "waiting for a stream");
  drop(memory);
  if (!charge_(user_, size)) {
    size = bytes;
    if (!charge_(user_, size)) {
      fail(ErrorCode::BUDGET_EXCEEDED, "Expected %lld bytes more within the memory budget of the device",
           static_cast<long long>(size));
    }
  }
  try {
    memory.data = static_cast<uint8_t*>(allocate_kept(*device_, size));
  } catch (...) {
    charge_(user_, -size);
    throw;
  }
  memory.bytes = size;
  return memory.data;
}

DecodeOrder::Lane& DecodeOrder::next_lane() {
  Lane& lane = lanes_[next_];
  next_ = (next_ + 1) % count_;
  if (!lane.stream) {
    int least = 0, greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest), "asking for the priorities of streams");
    for (cudaEvent_t* event : {&lane.ended, &lane.copied, &lane.read}) {
      check(cudaEventCreateWithFlags(event, cudaEventDisableTiming), "making an event");
    }
    check(cudaStreamCreateWithPriority(&lane.stream, cudaStreamNonBlocking, low_ ? least : 0), "making a stream");
  }
  if (!lane.context) lane.context = std::make_unique<Context>(device_, lane.stream, charge_current, this);
  return lane;
}

DecodeOrder::Turn::Turn(DecodeOrder& order, cudaEvent_t begun, ChargeFn charge, void* user)
    : order_(order), lock_(order.mutex_), lane_((order.charge_ = charge, order.user_ = user, order.next_lane())) {
  wait(begun);
  lane_.context->begin();
}

DecodeOrder::Turn::~Turn() {
  // After a failure the next launch may take the memory.
  if (ended_) return;
  cudaStreamSynchronize(order_.copies_);
  cudaStreamSynchronize(lane_.stream);
}

uint8_t* DecodeOrder::Turn::files(int64_t bytes) {
  check(cudaStreamWaitEvent(copies(), lane_.read, 0), "ordering batches");
  return order_.room(lane_.files, bytes, copies());
}

void DecodeOrder::Turn::first_half() {
  check(cudaEventRecord(lane_.copied, copies()), "ordering batches");
  wait(lane_.copied);
  wait(order_.first_);
}

uint8_t* DecodeOrder::Turn::second_half(int64_t bytes) {
  record(order_.first_);
  wait(order_.second_);
  return order_.room(order_.second_memory_, bytes, lane_.stream);
}

void DecodeOrder::Turn::end(cudaStream_t stream) {
  record(order_.second_);
  lane_.context->end();
  record(lane_.ended);
  check(cudaStreamWaitEvent(stream, lane_.ended, 0), "ordering streams");
  ended_ = true;
}

void DecodeOrder::Turn::wait(cudaEvent_t event) const {
  check(cudaStreamWaitEvent(lane_.stream, event, 0), "ordering batches");
}

void DecodeOrder::Turn::record(cudaEvent_t event) const {
  check(cudaEventRecord(event, lane_.stream), "ordering batches");
}

}  // namespace penstock::gpu
