// See kernel_decode.h.
#include "gpu_host/kernel_decode.h"

#include "core/boundary.h"

namespace penstock::gpu {

KernelDecode::KernelDecode(Device* device, int group, ChargeFn charge, void* account)
    : device_(device), group_(group), charge_(charge), account_(account) {}

KernelDecode::~KernelDecode() = default;

void KernelDecode::clear() {
  plans_.clear();
  images_.clear();
  numbers_.clear();
  doubtful_.clear();
}

bool KernelDecode::add(const Decoder::Item& item, int number, const DecodeWindow& window, const char*& reason) {
  const auto* data = item.in.as<const uint8_t>();
  JpegPlan plan;
  reason = plugin().jpeg_plan(data, item.in.shape[0], &plan);
  if (reason) return false;
  plans_.push_back(plan);
  images_.push_back({data, item.in.shape[0], nullptr, window});
  numbers_.push_back(number);
  return true;
}

bool KernelDecode::queue(Stream* stream, bool fancy, float share, std::string& reason) {
  const Table& t = plugin();
  if (!kernels_ || stream_ != stream) {
    kernels_ = std::make_unique<KernelsOwner>();
    must(t.jpeg_kernels_open(device_, stream, group_, charge_, account_, kernels_->out()));
    stream_ = stream;
  }
  for (size_t i = 0; i < images_.size(); ++i) images_[i].plan = &plans_[i];
  const int failed = t.jpeg_kernels_decode(*kernels_, images_.data(), count(), fancy, share);
  if (!failed) return true;
  const auto code = static_cast<ErrorCode>(failed - 1);
  if (code != ErrorCode::BUDGET_EXCEEDED && code != ErrorCode::OUT_OF_MEMORY) must(failed);
  reason = "no device memory for the kernels";
  return false;
}

int64_t KernelDecode::trim() {
  int64_t freed = 0;
  if (kernels_) must(plugin().jpeg_kernels_trim(*kernels_, &freed));
  return freed;
}

const std::vector<int>& KernelDecode::finish(DecodeCounts& counts) {
  const uint32_t* doubts = nullptr;
  double seconds = 0;
  must(plugin().jpeg_kernels_wait(*kernels_, &doubts, &seconds));
  int64_t bytes = 0;
  for (size_t i = 0; i < numbers_.size(); ++i) {
    if (doubts[i]) {
      doubtful_.push_back(numbers_[i]);
    } else {
      bytes += images_[i].size;
    }
  }
  counts.kernels.note(count() - static_cast<int64_t>(doubtful_.size()), bytes);
  counts.kernel_ns.fetch_add(static_cast<int64_t>(1e9 * seconds), std::memory_order_relaxed);
  return doubtful_;
}

}  // namespace penstock::gpu
