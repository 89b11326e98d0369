// What one thread of a program keeps: its scratch memory, the operators' thread-local states, and what it is at.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "core/op.h"
#include "core/running.h"

namespace penstock {

// Memory in a thread's scratch for intermediates of one sample that are never needed at once.
struct ScratchBuffer {
  uint8_t* data = nullptr;  // taken when the first of them is made
  int64_t bytes = 0;        // of the largest
};

struct Worker {
  explicit Worker(ThreadScratch& s) : scratch(s.sample), early(s.batch) {}
  Scratch& scratch;  // one sample's intermediates
  Scratch& early;    // what setup made; lives for a batch
  std::vector<LocalSlot> locals;
  std::vector<ScratchBuffer> buffers;
  std::vector<int64_t> held;  // per value: its largest tensor in `scratch` so far
  // Operators that this sample has been through, and whether they warned: counted when it is made.
  std::vector<std::pair<int, bool>> ran;
  Running running;
};

}  // namespace penstock
