// The sample that each thread works on at this moment: one record per thread of a program, written by that thread and
// read by any thread. The process-wide list of all records distinguishes a stuck thread from a slow one: see
// end_process().
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace penstock {

// The clock that measures how long work takes, in ns.
inline uint64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

class Running {
 public:
  // A copy of a record. `source` is the sample's name; `op` is the position of the operator in its program, or -1 for
  // none.
  struct Work {
    int64_t index = -1;
    std::string source;
    int op = -1;
    double seconds = 0;  // since the thread took the sample
  };

  Running();
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // Replaces the record of the sample before. `source` must stay valid until the next begin() or end(), and `now` is
  // the time of now_ns().
  void begin(int64_t index, std::string_view source, uint64_t now);
  void at(int op) { op_.store(op, std::memory_order_relaxed); }
  void end();

  // Copies the record; returns false when the thread works on no sample.
  bool look(Work& work) const;

  // Whether any thread of the process has worked on one sample for longer than this.
  static bool any_longer_than(double seconds);

 private:
  double seconds() const;

  // Guards source_, whose characters a reader copies: they stay valid while it does. Samples without a name take no
  // lock. Only this record's own thread writes.
  mutable std::mutex mutex_;
  std::string_view source_;
  std::atomic<uint64_t> since_{0};  // of now_ns(); 0: no work
  std::atomic<int64_t> index_{-1};
  std::atomic<int> op_{-1};
};

// Ends a record, of whichever samples it was begun for, with this object's life.
class RunningGuard {
 public:
  explicit RunningGuard(Running& running) : running_(running) {}
  ~RunningGuard() { running_.end(); }
  RunningGuard(const RunningGuard&) = delete;
  RunningGuard& operator=(const RunningGuard&) = delete;

 private:
  Running& running_;
};

// Whether end_process() was called; from then on no thread begins another sample.
bool process_ends();

// Prepares the end of the process. Node.js waits for every JavaScript thread, also for one inside a native call that
// never returns. So once `grace` seconds have passed since this call, and some thread has worked on one sample for that
// long, the process ends with this code at once, without running exit handlers. Returns at once.
void end_process(int code, double grace);

}  // namespace penstock
