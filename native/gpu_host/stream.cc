// See stream.h.
#include "gpu_host/stream.h"

#include <deque>
#include <map>
#include <mutex>
#include <utility>

#include "core/error.h"

namespace penstock::gpu {
namespace {

// Never destroyed, because streams may be used after static destructors have run.
struct Known {
  std::mutex mutex;
  // All of penstock's streams, by their cudaStream_t. An expired pointer means that the stream has ended.
  std::map<uint64_t, std::weak_ptr<SharedStream>> own;
  // Ended streams that can be reused, by GPU. The stream that ended first is reused first, so that a number that a user
  // still holds stands for an ended stream for as long as possible.
  std::map<int, std::deque<Stream*>> ended;
  std::map<int, std::shared_ptr<SharedStream>> standard;
};
Known& known() {
  static auto* k = new Known();
  return *k;
}

uint64_t raw_of(Stream* stream) { return reinterpret_cast<uintptr_t>(plugin().stream_raw(stream)); }

}  // namespace

std::shared_ptr<SharedStream> SharedStream::open(int gpu) {
  Device* device = open_gpu(gpu);
  Known& k = known();
  std::shared_ptr<SharedStream> made(new SharedStream(gpu, true));
  std::lock_guard lock(k.mutex);
  auto& ended = k.ended[gpu];
  if (ended.empty()) {
    Stream* stream = nullptr;
    must(plugin().stream_open(device, &stream));
    ended.push_back(stream);
  }
  k.own[raw_of(ended.front())] = made;
  made->stream_ = ended.front();
  ended.pop_front();
  return made;
}

std::shared_ptr<SharedStream> SharedStream::find(int gpu, uint64_t raw) {
  {
    std::lock_guard lock(known().mutex);
    const auto it = known().own.find(raw);
    if (it != known().own.end()) {
      if (auto open = it->second.lock()) return open;
      Error e(ErrorCode::STREAM_ENDED, "Expected an open stream but received one of penstock's that has ended");
      e.hint =
          "A stream of a pipeline ends with close() and the last batch made in it, one of nd.stream() with its object: "
          "keep that, or use a stream of your own";
      throw e;
    }
  }
  std::shared_ptr<SharedStream> made(new SharedStream(gpu, false));
  must(plugin().stream_adopt(open_gpu(gpu), reinterpret_cast<void*>(raw), &made->stream_));
  return made;
}

std::shared_ptr<SharedStream> SharedStream::adopt(int gpu, uint64_t raw) {
  auto found = find(gpu, raw);
  found->expect_gpu(gpu);
  return found;
}

SharedStream::~SharedStream() {
  if (!stream_) return;
  if (!own_) {
    plugin().stream_close(stream_);
    return;
  }
  std::lock_guard lock(known().mutex);
  known().ended[gpu_].push_back(stream_);
}

std::shared_ptr<SharedStream> SharedStream::standard(int gpu) {
  std::lock_guard lock(known().mutex);
  const auto it = known().standard.find(gpu);
  return it == known().standard.end() ? nullptr : it->second;
}

void SharedStream::set_standard(int gpu, std::shared_ptr<SharedStream> stream) {
  // The old one is let go of without the lock: `stream` is destroyed after the guard.
  std::lock_guard lock(known().mutex);
  std::swap(known().standard[gpu], stream);
}

uint64_t SharedStream::raw() const { return raw_of(stream_); }

void SharedStream::expect_gpu(int gpu) const {
  if (gpu_ != gpu) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a stream of GPU %d but received one of GPU %d", gpu, gpu_);
  }
}

void SharedStream::sync() const { must(plugin().stream_sync(stream_)); }

}  // namespace penstock::gpu
