// See stream.h.
#include "gpu/stream.h"

#include <map>
#include <mutex>
#include <utility>

namespace penstock::gpu {
namespace {

// Leaked: streams may outlive static destructors.
struct Known {
  std::mutex mutex;
  std::map<std::pair<int, uint64_t>, std::weak_ptr<SharedStream>> open;
  std::map<int, std::shared_ptr<SharedStream>> standard;
};
Known& known() {
  static auto* k = new Known();
  return *k;
}

}  // namespace

std::shared_ptr<SharedStream> SharedStream::open(int gpu) {
  std::shared_ptr<SharedStream> made(new SharedStream(gpu));
  must(plugin().stream_open(open_gpu(gpu), made->stream_.out()));
  std::lock_guard lock(known().mutex);
  known().open[{gpu, made->raw()}] = made;
  return made;
}

std::shared_ptr<SharedStream> SharedStream::adopt(int gpu, uint64_t raw) {
  {
    std::lock_guard lock(known().mutex);
    const auto it = known().open.find({gpu, raw});
    if (it != known().open.end()) {
      if (auto found = it->second.lock()) return found;
    }
  }
  std::shared_ptr<SharedStream> made(new SharedStream(gpu));
  must(plugin().stream_adopt(open_gpu(gpu), reinterpret_cast<void*>(raw), made->stream_.out()));
  return made;
}

SharedStream::~SharedStream() {
  if (!stream_) return;
  std::lock_guard lock(known().mutex);
  const auto it = known().open.find({gpu_, raw()});
  if (it != known().open.end() && it->second.expired()) known().open.erase(it);
}

std::shared_ptr<SharedStream> SharedStream::standard(int gpu) {
  std::lock_guard lock(known().mutex);
  const auto it = known().standard.find(gpu);
  return it == known().standard.end() ? nullptr : it->second;
}

void SharedStream::set_standard(int gpu, std::shared_ptr<SharedStream> stream) {
  // The old one is let go of without the lock.
  std::lock_guard lock(known().mutex);
  std::swap(known().standard[gpu], stream);
}

uint64_t SharedStream::raw() const { return reinterpret_cast<uintptr_t>(plugin().stream_raw(stream_)); }

void SharedStream::sync() const { must(plugin().stream_sync(stream_)); }

}  // namespace penstock::gpu
