// What a thread works on at this moment: one record per thread of a program, written by that thread, read by any.
// The process-wide list of all records tells a thread that is stuck from one that is slow: see end_process().
#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace penstock {

class Running {
 public:
  // A copy of a record. `source` is the sample's name; `op` the position of the operator in its program, -1 for none.
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

  // `source` must stay until end().
  void begin(int64_t index, std::string_view source);
  void at(int op);
  void end();

  // False where the thread works on nothing.
  bool look(Work& work) const;

  // Whether any thread of the process has worked on one sample for longer than this.
  static bool any_longer_than(double seconds);

 private:
  double seconds() const;

  mutable std::mutex mutex_;  // taken twice per sample, and hardly ever by two threads at once
  int64_t since_ = 0;         // ns of the steady clock; 0: works on nothing
  int64_t index_ = -1;
  std::string_view source_;
  int op_ = -1;
};

// Marks a stretch of work.
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

// Whether end_process() was called: no thread begins with a sample any more.
bool process_ends();

// The process is ending: Node.js waits for every thread of JavaScript, also for one that is inside a native call that
// never returns. From the moment when this has been called for `grace` seconds, and a thread has worked on one sample
// for as long, the process ends with this code at once, without what would run at its end. Returns at once.
void end_process(int code, double grace);

}  // namespace penstock
