// Streams and events of the emulated device: a stream is a thread that does its work in order.
#pragma once
#include <cuda_runtime.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "live_handles.h"

namespace emulated {

extern thread_local int current_device;

// What several processes know of an event; it lies in memory that they share.
struct SharedEvent {
  std::atomic<uint64_t> recorded, reached;
};

}  // namespace emulated

struct EventState {
  std::mutex mutex;
  std::condition_variable done;
  emulated::SharedEvent own{}, *shared = &own;  // `shared` is elsewhere for an event of several processes
  std::set<uint64_t> open;  // records of this process that are not reached; a later one may be reached before
  std::chrono::steady_clock::time_point when;

  uint64_t record() {
    std::lock_guard lock(mutex);
    return *open.insert(++shared->recorded).first;
  }
  uint64_t recorded() const { return shared->recorded; }
  bool is_reached() {
    std::lock_guard lock(mutex);
    return reached(shared->recorded);
  }
  void reach(uint64_t n) {
    std::lock_guard lock(mutex);
    open.erase(n);
    if (n > shared->reached) shared->reached = n;
    when = std::chrono::steady_clock::now();
    done.notify_all();
  }
  void wait(uint64_t n) {
    std::unique_lock lock(mutex);
    // Another process does not wake this one.
    while (!reached(n)) done.wait_for(lock, shared == &own ? kLong : kShort);
  }

 private:
  bool reached(uint64_t n) const { return !open.count(n) && shared->reached >= n; }

  static constexpr std::chrono::microseconds kLong{1000000}, kShort{100};
};
struct cudaEventBody {
  const int device = emulated::current_device;
  const std::shared_ptr<EventState> state = std::make_shared<EventState>();
};

// The work of one stream, in order. Its thread starts when there is work, and ends after some time without work.
struct StreamState {
  std::mutex mutex;
  std::condition_variable wake, idle;
  std::deque<std::function<void()>> work;
  bool busy = false, ending = false, running = false;

  void loop() {
    std::unique_lock lock(mutex);
    for (;;) {
      wake.wait_for(lock, kLinger, [&] { return ending || !work.empty(); });
      if (work.empty()) break;
      auto next = std::move(work.front());
      work.pop_front();
      busy = true;
      lock.unlock();
      next();
      next = nullptr;
      lock.lock();
      busy = false;
      if (work.empty()) idle.notify_all();
    }
    running = false;
    idle.notify_all();
  }
  static void push(const std::shared_ptr<StreamState>& self, std::function<void()> f) {
    std::lock_guard lock(self->mutex);
    self->work.push_back(std::move(f));
    if (self->running) {
      self->wake.notify_one();
    } else {
      std::thread([self] { self->loop(); }).detach();
      self->running = true;
    }
  }
  void sync() {
    std::unique_lock lock(mutex);
    idle.wait(lock, [&] { return work.empty() && !busy; });
  }
  void end() {
    std::unique_lock lock(mutex);
    ending = true;
    wake.notify_one();
    idle.wait(lock, [&] { return !running; });
  }

 private:
  static constexpr std::chrono::milliseconds kLinger{30};
};
struct cudaStreamBody {
  const int device = emulated::current_device;
  const std::shared_ptr<StreamState> state = std::make_shared<StreamState>();

  void push(std::function<void()> f) { StreamState::push(state, std::move(f)); }
};

namespace emulated {

extern LiveHandles<cudaStreamBody>& streams;
extern LiveHandles<cudaEventBody>& events;

// An open stream; 0, 1 and 2 stand for a device's default stream, as they do in CUDA.
cudaStreamBody& open_stream(cudaStream_t s, const char* call);
cudaEventBody& open_event(cudaEvent_t e, const char* call);

// Counts memory as the device's, from `p` on, or no more.
void add_device_memory(void* p, size_t bytes);
void remove_device_memory(void* p);
bool device_has_room(size_t bytes);

// Memory that other processes can open: cudaMalloc() gives it. release_shared() returns false where it is none.
cudaError_t allocate_shared(void** p, size_t bytes);
bool release_shared(void* p);
// Puts an event into memory that other processes can open; called before it is used. forget_event() ends that.
cudaError_t share_event(EventState&);
void forget_event(EventState*);

}  // namespace emulated
