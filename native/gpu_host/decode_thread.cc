// See decode_thread.h.
#include "gpu_host/decode_thread.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace penstock::gpu {

void Staging::drop() {
  if (pending) plugin().event_sync(sent);
  pending = false;
  if (data) plugin().unpin(data);
  std::free(data);
  data = nullptr;
  size = 0;
}

void* Staging::room(Device* device, int64_t bytes) {
  if (!sent) must(plugin().event_open(device, sent.out()));
  if (pending) must(plugin().event_sync(sent));
  pending = false;
  if (bytes > size) {
    drop();
    const int64_t wanted = (bytes + bytes / 4 + 65535) / 65536 * 65536;
    data = std::aligned_alloc(4096, static_cast<size_t>(wanted));
    if (!data) throw std::bad_alloc();
    size = wanted;
    // Where the memory cannot be locked, copies are slower but still correct.
    plugin().pin(data, size);
  }
  return data;
}

void DecodeThread::decode(Decoder::Item& item, Event* begun) {
  const ops::DecodeState& s = state_of(item);
  const int64_t bytes = item.out.bytes();
  if (!stream_) {
    must(plugin().stream_open(device_, stream_.out()));
    must(plugin().event_open(device_, done_.out()));
  }
  if (!used_) must(plugin().event_wait(begun, stream_));
  used_ = true;
  Staging& staging = staging_[turn_ ^= 1];
  void* room = staging.room(device_, std::max<int64_t>(bytes, 1));
  scratch_.reset();
  item.warnings = decoders_.decode(file_of(item), s.header, s.spec, s.window, room, scratch_);
  must(plugin().copy(stream_, item.out.data, room, bytes));
  must(plugin().event_record(staging.sent, stream_));
  staging.pending = true;
}

void DecodeThread::join(Stream* stream) {
  if (!used_) return;
  must(plugin().event_record(done_, stream_));
  must(plugin().event_wait(done_, stream));
}

}  // namespace penstock::gpu
