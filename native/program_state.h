// What a Program keeps between its calls; shared by program.cc (running samples) and program_batch.cc (what becomes of
// a batch: failures, places, tables), and by nobody else.
#pragma once
#include <chrono>

#include "core/arena.h"
#include "core/running.h"
#include "program.h"

namespace penstock {

// What operators' times are taken by.
inline uint64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

inline bool is_memory_fault(ErrorCode c) { return c == ErrorCode::BUDGET_EXCEEDED || c == ErrorCode::OUT_OF_MEMORY; }

// What onError is about: the sample is at fault, not the pipeline.
inline bool is_sample_fault(ErrorCode c) {
  return c == ErrorCode::BAD_SAMPLE || c == ErrorCode::UNSUPPORTED || c == ErrorCode::FILE_NOT_FOUND ||
         c == ErrorCode::FILE_UNREADABLE || is_memory_fault(c);
}

struct Program::Value : TensorView {
  bool poisoned = false;  // its maker failed; what depends on it is not run
  bool absent = false;    // its maker stands in a branch that was not taken for this sample
  int chosen = -1;        // of a merge: the branch's value that it is
};

struct Program::Sample {
  SampleInfo info;
  uint32_t flags = 0;
  double cost = 0;
  int failed_op = -1;
  bool dropped = false;
  bool of_batch = false;  // the error is the batch's: there was room for this sample, and not for all of them
  int64_t wanted = 0;     // scratch that it would have taken when it was refused
  std::unique_ptr<Error> error;
  std::vector<int64_t> offsets;  // per output
};

// Memory in a thread's scratch for the intermediates of one sample that are never needed at once.
struct Program::Room {
  uint8_t* data = nullptr;  // taken when the first of them is made
  int64_t bytes = 0;        // of the largest
};

struct Program::Worker {
  explicit Worker(ThreadScratch& s) : scratch(s.sample), early(s.batch) {}
  Scratch& scratch;  // one sample's intermediates
  Scratch& early;    // what setup made; lives for a batch
  std::vector<LocalSlot> locals;
  std::vector<Room> rooms;
  std::vector<int64_t> held;  // per value: its largest tensor in `scratch` so far
  // Operators that this sample has been through, and whether they warned: counted when it is made.
  std::vector<std::pair<int, bool>> ran;
  Running running;
};

// Of one value in the batch being made.
struct Program::Bytes {
  int64_t real = 0, largest = 0;           // its tensors: all, and the largest
  int64_t reserved = 0, max_reserved = 0;  // what is set aside for them
};

struct Program::OutputState {
  OutSpec spec;        // dtype, layout of the batch; shape of the last good sample, for placeholders
  bool known = false;  // spec was seen in any batch
  bool in_batch = false;
  int64_t cursor = 0, limit = 0, begin = 0;
  int64_t kept_cursor = 0, kept_limit = 0;  // before the samples that are being made
};

// What the branches that meet in one merge must agree on, over all samples of a batch.
struct Program::MergeState {
  const OpNode* op;
  bool in_batch = false;
  OutSpec spec;  // of the batch's first sample
};

}  // namespace penstock
