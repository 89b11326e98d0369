// A slot's memory that several streams use: the next writer waits for the last writer, also when the batch was never
// read and the streams differ, as they may in imperative mode. Also streams that several users share.
#include <fcntl.h>
#include <sys/wait.h>

#include "gpu_fixture.h"
#include "gpu_host/slot.h"
#include "gpu_host/stream.h"

namespace penstock {

using namespace gpu;

TEST(gpu_slot_writers_on_two_streams) {
  test::use_test_plugin();
  const Table& t = plugin();
  const auto slow = SharedStream::open(0), quick = SharedStream::open(0);
  DeviceSlot slot(0, nullptr);
  constexpr int64_t kBytes = 1024;
  const auto write = [&](const std::shared_ptr<SharedStream>& shared, int byte, double busy_ms) {
    Stream* stream = shared->get();
    slot.begin(stream);
    void* block = slot.block(0, kBytes, stream);
    if (busy_ms > 0) must(t.busy(stream, busy_ms));
    must(t.fill(stream, block, byte, kBytes));
    slot.ready(shared);
    return block;
  };
  write(slow, 1, 200);
  const void* block = write(quick, 2, 0);
  slow->sync();
  quick->sync();
  uint8_t seen[kBytes];
  must(t.copy(quick->get(), seen, block, kBytes));
  quick->sync();
  CHECK_EQ(static_cast<int>(seen[0]), 2);
  CHECK_EQ(static_cast<int>(seen[kBytes - 1]), 2);
}

TEST(gpu_slot_takes_memory_ahead) {
  test::use_test_plugin();
  MemoryAccount words{};
  words.limit = int64_t{8} << 20;
  const auto account = std::make_shared<Account>(&words, "device");
  const auto stream = SharedStream::open(0);
  constexpr int64_t kMiB = int64_t{1} << 20;
  {
    DeviceSlot slot(0, account), other(0, account), late(0, account);
    // An eighth more than the bytes that are expected.
    CHECK_EQ(slot.reserve(4 * kMiB), 9 * kMiB / 2);
    CHECK_EQ(words.used.load(), 9 * kMiB / 2);
    void* block = slot.block(0, 100, stream->get());
    CHECK(slot.block(0, 9 * kMiB / 2, stream->get()) == block);
    CHECK_EQ(words.used.load(), 9 * kMiB / 2);
    // A quarter of the limit stays free.
    CHECK_EQ(other.reserve(2 * kMiB), 0);
    CHECK_EQ(words.used.load(), 9 * kMiB / 2);
    // A new block has room for what is expected, unless that is too much.
    other.block(0, 100, stream->get(), 2 * kMiB);
    CHECK_EQ(other.bytes(), int64_t{65536});
    late.block(0, 100, stream->get(), kMiB);
    CHECK_EQ(late.bytes(), 9 * kMiB / 8);
    CHECK_THROWS(late.block(0, 4 * kMiB, stream->get()), "memoryBudget.device");
    CHECK_EQ(late.bytes(), 9 * kMiB / 8);
    CHECK_EQ(slot.trim(), 9 * kMiB / 2);
    CHECK_EQ(slot.reserve(kMiB), 9 * kMiB / 8);
  }
  CHECK_EQ(words.used.load(), int64_t{0});
}

TEST(gpu_slot_stays_locked_while_it_is_used) {
  test::use_test_plugin();
  MemoryAccount words{};
  words.limit = int64_t{8} << 20;
  const auto account = std::make_shared<Account>(&words, "pinned");
  std::vector<uint8_t> memory(1 << 16);
  const auto bytes = static_cast<int64_t>(memory.size());
  SlotSide side;
  bool moved = false;
  {
    std::vector<SlotSide::Use> uses;
    for (int i = 0; i < 3; ++i) uses.emplace_back(side);
    side.pin(memory.data(), bytes, account);
    CHECK_EQ(words.used.load(), bytes);
    side.unlocked(false, [&] { moved = true; });
    CHECK(!moved);
    // Its handle is closed.
    side.unpin();
    uses.pop_back();
    CHECK_EQ(words.used.load(), bytes);
  }
  CHECK_EQ(words.used.load(), int64_t{0});
  side.pin(memory.data(), bytes, account);
  side.unlocked(false, [&] { moved = true; });
  CHECK(moved);
  CHECK_EQ(words.used.load(), int64_t{0});
}

TEST(gpu_slot_takes_no_memory_ahead_that_the_device_has_not) {
  test::use_emulated_plugin();
  const auto account = std::make_shared<Account>(nullptr, "device");
  DeviceSlot slot(0, account);
  CHECK_EQ(slot.reserve(int64_t{1} << 45), 0);
  CHECK_EQ(slot.bytes(), 0);
}

TEST(gpu_slot_that_is_exported) {
  test::use_test_plugin();
  constexpr int64_t kMiB = int64_t{1} << 20;
  MemoryAccount words{};
  words.limit = 64 * kMiB;
  const auto stream = SharedStream::open(0);
  std::shared_ptr<Exported> old, event;
  {
    DeviceSlot slot(0, std::make_shared<Account>(&words, "device"), true);
    slot.begin(stream->get());
    void* block = slot.block(0, 100, stream->get());
    slot.ready(stream);
    auto exports = slot.exports();
    CHECK_EQ(exports.size(), size_t{2});
    old = exports[0];
    event = exports[1];
    CHECK(old->data() == block && !old->event() && event->event() && !event->data());
    // Whole pages of the device.
    CHECK_EQ(old->bytes(), 2 * kMiB);
    CHECK_EQ(words.used.load(), 2 * kMiB);
    // An event that no process has recorded is not waited for.
    CHECK(slot.given_back());
    must(plugin().busy(stream->get(), 100));
    must(plugin().event_record(event->event(), stream->get()));
    CHECK(!slot.given_back());
    // The process that has recorded it is dead: there is another one.
    slot.forget_user();
    CHECK(slot.given_back() && event->dropped());
    CHECK(slot.exports()[1]->id() != event->id());
    // A larger block takes the place of the old one, whose memory stays as long as someone has it open.
    CHECK(slot.block(0, 3 * kMiB, stream->get()) != block);
    CHECK_EQ(words.used.load(), 4 * kMiB);
    CHECK(old->dropped() && slot.exports()[0]->id() != old->id());
    must(plugin().fill(stream->get(), old->data(), 7, old->bytes()));
    stream->sync();
    const auto kept = slot.exports()[0];
    CHECK(!kept->dropped());
    CHECK_EQ(slot.trim(), 4 * kMiB);
    CHECK(kept->dropped());
  }
  CHECK_EQ(words.used.load(), int64_t{0});
}

TEST(gpu_streams_are_shared) {
  test::use_test_plugin();
  auto made = SharedStream::open(0);
  const uint64_t raw = made->raw();
  // A stream of penstock that is passed by its cudaStream_t is kept open.
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
  // A user's stream is wrapped, and left open.
  Stream* users = nullptr;
  must(plugin().stream_open(open_gpu(0), &users));
  const auto foreign = reinterpret_cast<uintptr_t>(plugin().stream_raw(users));
  SharedStream::adopt(0, foreign).reset();
  must(plugin().stream_sync(users));
  plugin().stream_close(users);
}

TEST(gpu_streams_that_have_ended) {
  test::need_gpus(2);
  auto one = SharedStream::open(0), other = SharedStream::open(0), away = SharedStream::open(1);
  const uint64_t raw = one->raw();
  const auto code = [](auto&& call) {
    try {
      call();
    } catch (const Error& e) {
      return e.code;
    }
    return ErrorCode::INTERNAL;
  };
  CHECK(code([&] { SharedStream::adopt(0, away->raw()); }) == ErrorCode::INVALID_ARGUMENT);
  CHECK(SharedStream::find(0, away->raw()) == away);
  one.reset();
  other.reset();
  CHECK(code([&] { SharedStream::find(0, raw); }) == ErrorCode::STREAM_ENDED);
  // The stream is used again after all streams that ended before it: its number denotes a stream of penstock forever.
  std::vector<std::shared_ptr<SharedStream>> later;
  while (later.empty() || later.back()->raw() != raw) later.push_back(SharedStream::open(0));
  CHECK(SharedStream::find(0, raw) == later.back());
}

TEST(gpu_slot_keeps_the_stream_of_its_batch_open) {
  test::use_test_plugin();
  auto stream = SharedStream::open(0);
  const uint64_t raw = stream->raw();
  {
    DeviceSlot slot(0, nullptr);
    slot.begin(stream->get());
    slot.block(0, 64, stream->get());
    slot.ready(std::move(stream));
    CHECK_EQ(slot.producer()->raw(), raw);
    slot.used(SharedStream::find(0, raw)->get());
  }
  CHECK_THROWS(SharedStream::find(0, raw), "has ended");
}

// Mistakes that a real GPU does not detect: see emulated_gpu/live_handles.h.
TEST(gpu_emulated_device_refuses_handles_that_have_ended) {
  test::use_emulated_plugin();
  const Table& t = plugin();
  gpu::Device* device = open_gpu(0);
  Stream *closed = nullptr, *ended = nullptr;
  must(t.stream_open(device, &closed));
  void* raw = t.stream_raw(closed);
  t.stream_close(closed);
  must(t.stream_adopt(device, raw, &ended));
  Event* event = nullptr;
  must(t.event_open(device, &event));
  std::fflush(nullptr);
  const pid_t child = fork();
  if (!child) {
    dup2(open("/dev/null", O_WRONLY), 2);
    t.event_record(event, ended);
    _exit(0);
  }
  int status = 0;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  t.event_close(event);
  t.stream_close(ended);
}

}  // namespace penstock
