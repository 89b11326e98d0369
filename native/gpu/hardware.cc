// See hardware.h. The engines do not wait for the stream that they are given, so they write to scratch memory of their
// own, which is reused only after the host has waited for its last use. A kernel, which does run in stream order, then
// copies each window to its place.
#include "gpu/hardware.h"

#include <algorithm>
#include <map>

#include "core/boundary.h"
#include "core/nvtx.h"
#include "core/threads.h"

namespace penstock::gpu {
namespace {

constexpr int kMostImages = 512;
// A call is not filled further once it has this many images. Larger calls are a little faster (256 images: 6 % more
// than 64), but all batches in a call end together, and later.
constexpr int kEnough = 48;
constexpr double kShareWeight = 0.05, kShareSlack = 0.05;

}  // namespace

std::shared_ptr<Hardware> Hardware::of(Device* device, bool fancy, std::string& why) {
  static std::mutex mutex;
  static std::map<std::pair<Device*, bool>, std::weak_ptr<Hardware>> open;
  std::lock_guard lock(mutex);
  auto& known = open[{device, fancy}];
  if (auto live = known.lock()) return live;
  // Owns everything that is opened below, so that a failure closes it.
  std::shared_ptr<Hardware> made(new Hardware(device));
  if (plugin().jpeg_open(device, fancy, made->jpeg_.out(), &made->info_)) {
    why = plugin().last_error();
    return nullptr;
  }
  made->start();
  known = made;
  return made;
}

void Hardware::start() {
  const Table& t = plugin();
  window_op_ = t.find_op(kDecodeWindowOp);
  if (!info_.engines) return;
  for (State& s : states_) {
    must(t.stream_open(device_, s.stream.out()));
    must(t.event_open(device_, s.over.out()));
    must(t.event_open(device_, s.read.out()));
    must(t.context_open(device_, s.stream, no_charge, nullptr, s.context.out()));
  }
  thread_ = start_thread("penstock/jpeg", [this] { loop(); });
}

Hardware::~Hardware() {
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
    wake_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
  for (State& s : states_) {
    if (s.stream) plugin().stream_sync(s.stream);
    if (s.scratch) plugin().release(device_, nullptr, s.scratch);
  }
}

bool Hardware::takes(const uint8_t* data, int64_t size) const {
  bool yes = false;
  return info_.engines && !plugin().jpeg_hardware_takes(jpeg_, data, size, &yes) && yes;
}

// Estimated seconds until the engines have finished the images that they were given.
double Hardware::backlog() const {
  double sum = 0;
  for (const HardwareBatch* b : batches_) {
    for (int i = b->taken; i < b->limit; ++i) sum += b->images[i].hardware_cost;
  }
  sum *= rate_.factor();
  if (running_) sum += std::max(0.0, call_.cost * rate_.factor() - (now() - call_.begin));
  return sum;
}

// Splits the batch so that engines and threads finish at the same time, both backlogs included. The engines take the
// first images, whose cost for threads is highest in relation to theirs.
void Hardware::submit(HardwareBatch& b, double fixed_load, double thread_factor) {
  std::lock_guard lock(mutex_);
  const int n = static_cast<int>(b.images.size());
  b.others_running = !batches_.empty();
  b.next = n;
  if (fixed_load >= 0) {
    b.adaptive = false;
    b.limit = static_cast<int>(fixed_load * n + 0.5);
  } else {
    double hardware = backlog(), threads = b.other_cost;
    for (const HardwareBatch* other : batches_) {
      // The other images count while the threads have not reached the candidates.
      threads += other->next < static_cast<int>(other->images.size()) ? 0 : other->other_cost;
      for (int i = other->limit; i < other->next; ++i) threads += other->images[i].thread_cost;
    }
    for (const HardwareImage& i : b.images) threads += i.thread_cost;
    threads *= thread_factor / b.threads;
    int k = 0;
    for (; k < n; ++k) {
      const double more = b.images[k].hardware_cost * rate_.factor();
      const double less = b.images[k].thread_cost * thread_factor / b.threads;
      if (hardware + more > threads - less) break;
      hardware += more;
      threads -= less;
    }
    if (b.others_running) k = steady(k, n);
    // Rounded down to whole rounds, in which every engine core has one image.
    const int round = std::max(1, info_.engines * std::max(1, info_.cores));
    b.limit = k == n ? n : k / round * round;
  }
  batches_.push_back(&b);
  wake_.notify_one();
}

// Keeps the engines' share of consecutive batches nearly equal. If one batch went to the engines alone and the next one
// to the threads alone, batches would end at irregular times, although the total time is the same.
int Hardware::steady(int wanted, int n) {
  if (!n) return 0;
  const double share = static_cast<double>(wanted) / n;
  ++splits_;
  share_ += std::max(kShareWeight, 1.0 / splits_) * (share - share_);
  return static_cast<int>(std::clamp(share, share_ - kShareSlack, share_ + kShareSlack) * n + 0.5);
}

int Hardware::take(HardwareBatch& b, double thread_factor) {
  std::lock_guard lock(mutex_);
  if (b.next > b.limit) return --b.next;
  // Idle threads take images from the engines as long as the engines would end later. They do not when several batches
  // are in progress: those would then all end at once, and the split of the next batch corrects a wrong estimate.
  if (!b.adaptive || b.limit <= b.taken || batches_.size() > 1) return -1;
  const HardwareImage& last = b.images[b.limit - 1];
  if (backlog() - last.hardware_cost * rate_.factor() < last.thread_cost * thread_factor) return -1;
  b.next = --b.limit;
  return b.next;
}

void Hardware::finish(HardwareBatch& b, Stream* stream) {
  const nvtx::Range range("wait for the decoding engines");
  std::unique_lock lock(mutex_);
  wake_.notify_one();
  done_.wait(lock, [&] { return b.taken == b.limit && !b.running; });
  batches_.erase(std::find(batches_.begin(), batches_.end(), &b));
  for (int i = 0; i < 2; ++i) {
    if (b.has_ended[i]) must(plugin().event_wait(b.ended[i], stream));
  }
}

int Hardware::queued() const {
  int n = 0;
  for (const HardwareBatch* b : batches_) n += b->limit - b->taken;
  return n;
}

// Called when the engines are idle: moves images to them that the threads would reach last.
bool Hardware::borrow() {
  for (HardwareBatch* b : batches_) {
    if (!b->adaptive || b->taken != b->limit) continue;
    const int left = b->next - b->limit, round = std::max(1, info_.engines * std::max(1, info_.cores));
    if (left < 2 * round) continue;
    // Only half, because the threads go on meanwhile; borrow() is called again when the engines are idle again.
    b->limit += std::max(round, left / 2 / round * round);
    return true;
  }
  return false;
}

void Hardware::gather() {
  call_ = Call();
  int room = kMostImages, channels = 0;
  for (HardwareBatch* b : batches_) {
    int count = 0;
    while (count < room && b->taken + count < b->limit) {
      const int c = b->images[b->taken + count].window.channels;
      if (channels && c != channels) break;
      channels = c;
      call_.cost += b->images[b->taken + count].hardware_cost;
      ++count;
    }
    if (!count) continue;
    call_.parts.push_back({b, b->taken, count});
    b->taken += count;
    b->running += count;
    room -= count;
    if (kMostImages - room >= kEnough) break;
  }
  call_.begin = now();
}

// Scratch memory for a call. The host waits for the last use of it, because the engines do not.
void Hardware::make_room(State& s, int64_t bytes) {
  const Table& t = plugin();
  if (s.used) must(t.event_sync(s.over));
  s.used = false;
  if (bytes <= s.scratch_bytes) return;
  const int64_t size = bytes + bytes / 4;
  void* more = nullptr;
  must(t.alloc(device_, s.stream, size, &more));
  must(t.stream_sync(s.stream));
  if (s.scratch) t.release(device_, s.stream, s.scratch);
  s.scratch = more;
  s.scratch_bytes = size;
}

void Hardware::decode(State& s, int index) {
  const nvtx::Range range("decoding engines");
  const Table& t = plugin();
  std::vector<HardwareImage*> list;
  for (const Call::Part& p : call_.parts) {
    for (int i = 0; i < p.count; ++i) list.push_back(&p.batch->images[p.first + i]);
  }
  std::stable_sort(list.begin(), list.end(), [](const HardwareImage* a, const HardwareImage* b) {
    return static_cast<int64_t>(a->image.width) * a->image.height >
           static_cast<int64_t>(b->image.width) * b->image.height;
  });
  int64_t bytes = 0;
  for (HardwareImage* i : list) {
    i->image.pitch = pitch_of(*i);
    bytes += i->image.pitch * i->image.height;
  }
  make_room(s, bytes);
  auto* at = static_cast<uint8_t*>(s.scratch);
  std::vector<JpegImage> images;
  std::vector<const void*> windows;
  for (HardwareImage* i : list) {
    i->image.out = at;
    i->window.from = at;
    i->window.pitch = i->image.pitch;
    at += i->image.pitch * i->image.height;
    images.push_back(i->image);
    windows.push_back(&i->window);
  }
  must(t.jpeg_hardware(jpeg_, index, images.data(), static_cast<int>(images.size()), list[0]->window.channels == 1,
                       s.stream));
  must(t.event_record(s.read, s.stream));
  for (const Call::Part& p : call_.parts) must(t.event_wait(p.batch->begun, s.stream));
  must(t.context_begin(s.context));
  OpRun r;
  r.count = static_cast<int>(windows.size());
  r.states = r.args = windows.data();
  must(t.run(window_op_, s.context, &r));
  must(t.context_end(s.context));
  must(t.event_record(s.over, s.stream));
  s.used = true;
  for (const Call::Part& p : call_.parts) {
    EventOwner& ended = p.batch->ended[index];
    if (!ended) must(t.event_open(device_, ended.out()));
    must(t.event_record(ended, s.stream));
    p.batch->has_ended[index] = true;
  }
  // The caller gives the files' memory back after this call. nvJPEG's call returns when the engines are done with the
  // files, but its documentation does not promise that.
  must(t.event_sync(s.read));
}

void Hardware::loop() {
  int turn = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!queued()) {
      if (ending_) return;
      if (!borrow()) {
        wake_.wait(lock);
        continue;
      }
    }
    gather();
    running_ = true;
    lock.unlock();
    std::string refusal;
    try {
      decode(states_[turn], turn);
    } catch (...) {
      refusal = caught().message;
      plugin().stream_sync(states_[turn].stream);
    }
    const double end = now();
    lock.lock();
    running_ = false;
    if (refusal.empty()) rate_.note(call_.cost, end - call_.begin);
    for (const Call::Part& p : call_.parts) {
      p.batch->running -= p.count;
      if (refusal.empty()) {
        p.batch->done += p.count;
      } else {
        for (int i = 0; i < p.count; ++i) p.batch->refused.push_back(p.first + i);
        p.batch->refusal = refusal;
      }
    }
    done_.notify_all();
    turn = 1 - turn;
  }
}

}  // namespace penstock::gpu
