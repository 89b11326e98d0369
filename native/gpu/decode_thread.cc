// See decode_thread.h.
#include "gpu/decode_thread.h"

#include <algorithm>
#include <atomic>

namespace penstock::gpu {
namespace {

// One in kTryOther images takes the path that the model does not prefer, so that the rate of that path stays known;
// among the first images it is one in kTryOtherFirst.
constexpr uint64_t kTryOther = 512, kTryOtherFirst = 16;
std::atomic<int> next_hybrid_state{0};
constexpr int kHybridStates = 256;

}  // namespace

ThreadPaths::ThreadPaths(Device* device) : device_(device) { must(plugin().event_open(device, begun.out())); }

double ThreadPaths::cpu_factor() {
  std::lock_guard lock(rates_);
  return cpu_.factor();
}

void ThreadPaths::prepare(DecodeThread& w) const {
  if (!w.stream) {
    must(plugin().stream_open(device_, w.stream.out()));
    must(plugin().event_open(device_, w.done.out()));
  }
  if (!w.used) must(plugin().event_wait(begun, w.stream));
  w.used = true;
}

void ThreadPaths::on_cpu(DecodeThread& w, Decoder::Item& item, DecodeCounts& counts) {
  const ops::DecodeState& s = state_of(item);
  const int64_t bytes = item.out.bytes();
  const double begin = now();
  prepare(w);
  Staging& staging = w.staging[w.turn ^= 1];
  void* room = staging.room(device_, std::max<int64_t>(bytes, 1));
  const codecs::Bytes file{item.in.as<const uint8_t>(), static_cast<size_t>(item.in.shape[0])};
  w.scratch.reset();
  item.warnings = w.decoders.decode(file, s.header, s.spec, s.window, room, w.scratch);
  must(plugin().copy(w.stream, item.out.data, room, bytes));
  must(plugin().event_record(staging.sent, w.stream));
  staging.pending = true;
  counts.cpu.note(1, item.in.shape[0]);
  std::lock_guard lock(rates_);
  cpu_.note(1e-9 * codecs::decode_cost(s.header, s.spec, file, s.window), now() - begin);
}

bool ThreadPaths::on_hybrid(DecodeThread& w, Jpeg* jpeg, HardwareImage i, DecodeCounts& counts, std::string& refusal) {
  const Table& t = plugin();
  const double begin = now();
  prepare(w);
  if (!w.context) must(t.context_open(device_, w.stream, no_charge, nullptr, w.context.out()));
  if (w.hybrid_state < 0) w.hybrid_state = next_hybrid_state.fetch_add(1) % kHybridStates;
  i.image.pitch = pitch_of(i);
  void* whole = nullptr;
  must(t.alloc(device_, w.stream, i.image.pitch * i.image.height, &whole));
  i.image.out = whole;
  i.window.from = static_cast<const uint8_t*>(whole);
  i.window.pitch = i.image.pitch;
  const int failed = t.jpeg_hybrid(jpeg, w.hybrid_state, &i.image, i.window.channels == 1, w.stream);
  if (failed) refusal = t.last_error();
  if (!failed) {
    const void* window = &i.window;
    OpRun r;
    r.count = 1;
    r.states = r.args = &window;
    must(t.context_begin(w.context));
    must(t.run(t.find_op(kDecodeWindowOp), w.context, &r));
    must(t.context_end(w.context));
    counts.hybrid.note(1, i.image.size);
    std::lock_guard lock(rates_);
    hybrid_.note(hybrid_seconds(i.image.size, static_cast<int64_t>(i.image.width) * i.image.height), now() - begin);
  }
  must(t.release(device_, w.stream, whole));
  return !failed;
}

bool ThreadPaths::prefers_hybrid(DecodeThread& w, const HardwareImage& i) {
  std::lock_guard lock(rates_);
  const double by_cpu = i.thread_cost * cpu_.factor();
  const double by_hybrid =
      hybrid_seconds(i.image.size, static_cast<int64_t>(i.image.width) * i.image.height) * hybrid_.factor();
  const uint64_t seen = std::min(cpu_.count(), hybrid_.count());
  const bool other = ++w.images % (seen < 32 ? kTryOtherFirst : kTryOther) == 0;
  return (by_hybrid < by_cpu) != other;
}

}  // namespace penstock::gpu
