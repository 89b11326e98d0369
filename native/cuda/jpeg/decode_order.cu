// See decode_order.h.
#include <map>
#include <utility>

#include "cuda/jpeg/decode_order.h"

namespace penstock::gpu {

std::shared_ptr<DecodeOrder> DecodeOrder::of(Device* device, int group) {
  static std::mutex mutex;
  static std::map<std::pair<Device*, int>, std::weak_ptr<DecodeOrder>> orders;
  if (!group) return nullptr;
  std::lock_guard lock(mutex);
  for (auto it = orders.begin(); it != orders.end();) it = it->second.expired() ? orders.erase(it) : std::next(it);
  std::weak_ptr<DecodeOrder>& known = orders[{device, group}];
  auto order = known.lock();
  if (!order) known = order = std::make_shared<DecodeOrder>(device);
  return order;
}

DecodeOrder::DecodeOrder(Device* device) {
  device->enter();
  check(cudaEventCreateWithFlags(&first_, cudaEventDisableTiming), "making an event");
  check(cudaEventCreateWithFlags(&second_, cudaEventDisableTiming), "making an event");
}

DecodeOrder::~DecodeOrder() {
  cudaEventDestroy(first_);
  cudaEventDestroy(second_);
}

DecodeOrder::Turn::Turn(DecodeOrder* order, cudaStream_t stream) : order_(order), stream_(stream) {
  if (!order_) return;
  lock_ = std::unique_lock(order_->mutex_);
  wait(order_->first_);
}

void DecodeOrder::Turn::second_half() {
  if (!order_) return;
  record(order_->first_);
  wait(order_->second_);
}

void DecodeOrder::Turn::end() {
  if (!order_) return;
  record(order_->second_);
  lock_.unlock();
}

void DecodeOrder::Turn::wait(cudaEvent_t event) const {
  check(cudaStreamWaitEvent(stream_, event, 0), "ordering batches");
}

void DecodeOrder::Turn::record(cudaEvent_t event) const { check(cudaEventRecord(event, stream_), "ordering batches"); }

}  // namespace penstock::gpu
