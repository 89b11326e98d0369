// A program under a handle, and the guard that admits one caller at a time.
#pragma once
#include <atomic>
#include <memory>
#include <thread>
#include <utility>

#include "core/handles.h"
#include "program/program.h"

namespace penstock {

enum class Busy : int { no, running, trimming };

struct ProgramObject : Object {
  explicit ProgramObject(std::unique_ptr<ProgramSpec> spec) : program(std::move(spec)) {}
  Program program;
  std::atomic<Busy> busy{Busy::no};
  // programStart() has begun work that pool threads do until the actor's next call. Only the actor uses this member.
  bool started = false;
};

// A program belongs to one actor; a second caller is a defect that must not corrupt a batch. Only trim() may be called
// from elsewhere; it is short.
struct BusyGuard {
  std::atomic<Busy>& state;
  bool& started;
  bool keeps = false;
  explicit BusyGuard(ProgramObject& object) : state(object.busy), started(object.started) {
    if (std::exchange(started, false)) return;
    Busy seen = Busy::no;
    while (!state.compare_exchange_weak(seen, Busy::running, std::memory_order_acquire)) {
      if (seen == Busy::running) fail(ErrorCode::INTERNAL, "two threads run one program");
      seen = Busy::no;
      std::this_thread::yield();
    }
  }
  // Keeps the program busy until the next guard ends.
  void keep() { keeps = started = true; }
  ~BusyGuard() {
    if (!keeps) state.store(Busy::no, std::memory_order_release);
  }
};

}  // namespace penstock
