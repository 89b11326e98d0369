// A slot's memory between streams: whoever writes it next waits for the last writer, also where nobody has read the
// batch and the streams differ, as they may in imperative mode. And streams that several users share.
#include "gpu/slot.h"
#include "gpu/stream.h"
#include "gpu_fixture.h"

namespace penstock {

using namespace gpu;

TEST(gpu_slot_writers_on_two_streams) {
  test::use_test_plugin();
  const Table& t = plugin();
  gpu::Device* device = open_gpu(0);
  const auto slow = SharedStream::open(0), quick = SharedStream::open(0);
  DeviceSlot slot(device, nullptr);
  constexpr int64_t kBytes = 1024;
  const auto write = [&](Stream* stream, int byte, double busy_ms) {
    slot.begin(stream);
    void* block = slot.block(0, kBytes, stream);
    if (busy_ms > 0) must(t.busy(stream, busy_ms));
    must(t.fill(stream, block, byte, kBytes));
    slot.ready(stream);
    return block;
  };
  write(slow->get(), 1, 200);
  const void* block = write(quick->get(), 2, 0);
  slow->sync();
  quick->sync();
  uint8_t seen[kBytes];
  must(t.copy(quick->get(), seen, block, kBytes));
  quick->sync();
  CHECK_EQ(static_cast<int>(seen[0]), 2);
  CHECK_EQ(static_cast<int>(seen[kBytes - 1]), 2);
}

TEST(gpu_streams_are_shared) {
  test::use_test_plugin();
  auto made = SharedStream::open(0);
  const uint64_t raw = made->raw();
  // Whoever names one of ours by its cudaStream_t keeps it open.
  auto again = SharedStream::adopt(0, raw);
  CHECK(again == made);
  SharedStream::set_standard(0, again);
  made.reset();
  again.reset();
  CHECK(SharedStream::standard(0) != nullptr);
  CHECK_EQ(SharedStream::standard(0)->raw(), raw);
  SharedStream::standard(0)->sync();
  CHECK(SharedStream::standard(1) == nullptr);
  SharedStream::set_standard(0, nullptr);
  CHECK(SharedStream::standard(0) == nullptr);
  // A user's is wrapped, and left open.
  Stream* users = nullptr;
  must(plugin().stream_open(open_gpu(0), &users));
  const auto foreign = reinterpret_cast<uintptr_t>(plugin().stream_raw(users));
  SharedStream::adopt(0, foreign).reset();
  must(plugin().stream_sync(users));
  plugin().stream_close(users);
}

}  // namespace penstock
