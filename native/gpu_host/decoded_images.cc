// See decoded_images.h.
#include "gpu_host/decoded_images.h"

#include <memory>

#include "gpu_host/decode_thread.h"

namespace penstock::gpu {
namespace {

struct DeviceMemory : ImageCache::Memory {
  DeviceMemory(Device* on, const std::shared_ptr<Account>& account, int64_t size) : device(on), bytes(size) {
    charge.take(account, bytes);
    void* block = nullptr;
    must(plugin().keep(device, bytes, &block));
    data = static_cast<uint8_t*>(block);
  }
  ~DeviceMemory() override { plugin().drop(device, data, bytes); }
  Charge charge;
  Device* const device;
  const int64_t bytes;
};

}  // namespace

DecodedImages::DecodedImages(std::shared_ptr<ImageCache> cache, Device* device, const std::shared_ptr<Account>& account)
    : cache_(std::move(cache)) {
  cache_->open([&](int64_t bytes) { return std::make_unique<DeviceMemory>(device, account, bytes); });
  must(plugin().event_open(device, copied_.out()));
}

void DecodedImages::begin() {
  missed_.clear();
  if (uncopied_.empty()) return;
  bool done = false;
  must(plugin().event_done(copied_, &done));
  if (!done) return;
  for (const auto& [key, warned] : uncopied_) cache_->ready(key, warned);
  uncopied_.clear();
}

bool DecodedImages::find(Decoder::Item& item, Stream* stream) {
  const Hash128 key = ops::key_of(state_of(item));
  const ImageCache::Image* image = cache_->find(key);
  if (!image) {
    missed_.push_back(key);
    return false;
  }
  must(plugin().copy(stream, item.out.data, image->pixels, image->bytes));
  item.warnings = image->warned;
  return true;
}

void DecodedImages::add(const std::vector<Decoder::Item>& items, Stream* stream) {
  // The event stands for one batch's copies.
  if (!uncopied_.empty()) return;
  for (size_t i = 0; i < items.size(); ++i) {
    const Decoder::Item& item = items[i];
    if (item.error) continue;
    uint8_t* pixels = cache_->add(missed_[i], item.out.bytes());
    if (!pixels) continue;
    must(plugin().copy(stream, pixels, item.out.data, item.out.bytes()));
    uncopied_.emplace_back(missed_[i], item.warnings > 0);
  }
  if (!uncopied_.empty()) must(plugin().event_record(copied_, stream));
}

}  // namespace penstock::gpu
