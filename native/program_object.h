// A program under a handle, and who may run it when.
#pragma once
#include <atomic>
#include <thread>

#include "core/handles.h"
#include "program.h"

namespace penstock {

enum class Busy : int { no, running, trimming };

struct ProgramObject : Object {
  explicit ProgramObject(std::unique_ptr<ProgramSpec> spec) : program(std::move(spec)) {}
  Program program;
  std::atomic<Busy> busy{Busy::no};
};

// A program belongs to one actor; a second caller is a defect that must not corrupt a batch. Only trim() may come from
// elsewhere, and is short.
struct BusyGuard {
  std::atomic<Busy>& state;
  explicit BusyGuard(std::atomic<Busy>& s) : state(s) {
    Busy seen = Busy::no;
    while (!state.compare_exchange_weak(seen, Busy::running, std::memory_order_acquire)) {
      if (seen == Busy::running) fail(ErrorCode::INTERNAL, "two threads run one program");
      seen = Busy::no;
      std::this_thread::yield();
    }
  }
  ~BusyGuard() { state.store(Busy::no, std::memory_order_release); }
};

}  // namespace penstock
