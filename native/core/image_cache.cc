// See image_cache.h.
#include "core/image_cache.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <limits>
#include <map>
#include <random>
#include <utility>

namespace penstock {
namespace {

constexpr int64_t kAlign = 64;
int64_t rounded(int64_t bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; }

// The key of all hashes of this process.
struct Secret {
  uint64_t low, high;
  Secret() {
    std::random_device source;
    const auto word = [&] { return static_cast<uint64_t>(source()) << 32 | source(); };
    low = word();
    high = word();
  }
};

struct HostMemory : ImageCache::Memory {
  HostMemory(const std::shared_ptr<Account>& account, int64_t bytes) {
    charge.take(account, bytes);
    // The system gives its pages when they are written first.
    block.reset(new uint8_t[static_cast<size_t>(bytes)]);
    data = block.get();
  }
  Charge charge;
  std::unique_ptr<uint8_t[]> block;
};

}  // namespace

ImageCache::~ImageCache() {
  if (!settings_.debug) return;
  constexpr double kMega = 1 << 20;
  std::fprintf(stderr,
               "decoders.image: the cache has %zu images in %.1f of %.1f MiB; %" PRId64
               " images came from it, and %" PRId64 " were decoded\n",
               images_.size(), static_cast<double>(used_) / kMega, static_cast<double>(settings_.bytes) / kMega, found_,
               missed_);
}

std::shared_ptr<ImageCache> ImageCache::of(int stage, int position, const Settings& settings) {
  if (!stage) return std::make_shared<ImageCache>(settings);
  static std::mutex mutex;
  static std::map<std::pair<int, int>, std::weak_ptr<ImageCache>> all;
  std::lock_guard lock(mutex);
  for (auto it = all.begin(); it != all.end();) it = it->second.expired() ? all.erase(it) : std::next(it);
  std::weak_ptr<ImageCache>& known = all[{stage, position}];
  auto cache = known.lock();
  if (!cache) known = cache = std::make_shared<ImageCache>(settings);
  return cache;
}

void ImageCache::open(const std::function<std::unique_ptr<Memory>(int64_t)>& make) {
  std::lock_guard lock(mutex_);
  if (!memory_) memory_ = make(settings_.bytes);
}

Hash128 ImageCache::hash(const void* data, size_t size) {
  static const Secret secret;
  return sip_hash(data, size, secret.low, secret.high);
}

const ImageCache::Image* ImageCache::find(const Hash128& key) {
  std::lock_guard lock(mutex_);
  const auto it = images_.find(key);
  const bool there = it != images_.end() && it->second.ready;
  ++(there ? found_ : missed_);
  return there ? &it->second : nullptr;
}

uint8_t* ImageCache::add(const Hash128& key, int64_t bytes) {
  std::lock_guard lock(mutex_);
  if (!wanted(key, bytes) || rounded(bytes) > settings_.bytes - used_) return nullptr;
  const auto [it, fresh] = images_.try_emplace(key);
  if (!fresh) return nullptr;
  it->second.pixels = memory_->data + used_;
  it->second.bytes = bytes;
  used_ += rounded(bytes);
  return it->second.pixels;
}

void ImageCache::ready(const Hash128& key, bool warned) {
  std::lock_guard lock(mutex_);
  Image& image = images_.at(key);
  image.warned = warned;
  image.ready = true;
}

// Whether an image of this size is to be kept. Where the largest are, sizes are noted until an image comes again.
bool ImageCache::wanted(const Hash128& key, int64_t bytes) {
  if (bytes < settings_.threshold) return false;
  if (!settings_.largest) return true;
  // About what an entry takes. The notes take less than the pixels that are not kept yet.
  constexpr int64_t kNote = 64;
  const bool fresh = seen_.try_emplace(key, bytes).second;
  if (fresh && static_cast<int64_t>(seen_.size()) * kNote < settings_.bytes) return false;
  choose();
  return bytes >= settings_.threshold;
}

// From now on the images are kept that are as large as the least of the largest that there is room for.
void ImageCache::choose() {
  std::vector<int64_t> sizes;
  for (const auto& [key, bytes] : seen_) sizes.push_back(bytes);
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  int64_t room = settings_.bytes, least = std::numeric_limits<int64_t>::max();
  for (const int64_t size : sizes) {
    if (rounded(size) > room) break;
    room -= rounded(size);
    least = size;
  }
  settings_.threshold = least;
  settings_.largest = false;
  seen_ = {};
}

void CachedImages::open_on_host(const std::shared_ptr<Account>& account) {
  cache->open([&](int64_t bytes) { return std::make_unique<HostMemory>(account, bytes); });
}

}  // namespace penstock
