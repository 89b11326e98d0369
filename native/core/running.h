// The sample that each thread works on at this moment: one record per thread of a program, written by that thread and
// read by any thread. The process-wide list of all records distinguishes a stuck thread from a slow one: see
// end_process().
#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace penstock {

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

  // `source` must stay valid until end().
  void begin(int64_t index, std::string_view source);
  void at(int op);
  void end();

  // Copies the record; returns false when the thread works on no sample.
  bool look(Work& work) const;

  // Whether any thread of the process has worked on one sample for longer than this.
  static bool any_longer_than(double seconds);

 private:
  double seconds() const;

  mutable std::mutex mutex_;  // taken twice per sample, and rarely by two threads at once
  int64_t since_ = 0;         // ns of the steady clock; 0: no work
  int64_t index_ = -1;
  std::string_view source_;
  int op_ = -1;
};

// Records the work on one sample for as long as this object lives.
class RunningGuard {
 public:
  RunningGuard(Running& running, int64_t index, std::string_view source) : running_(running) {
    running_.begin(index, source);
  }
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
