// What one thread of a program keeps: its scratch memory, the operators' thread-local states, and a record of its
// current work.
#pragma once
#include <cstdint>
#include <vector>

#include "core/op.h"
#include "core/running.h"
#include "program/accounting.h"
#include "program/calls.h"

namespace penstock {

// Memory in a thread's scratch for those intermediates of one sample that are never needed at the same time.
struct ScratchBuffer {
  uint8_t* data = nullptr;  // allocated when the first of them is made
  int64_t bytes = 0;        // size of the largest
};

// The inputs and outputs of the operator that the thread calls at this moment. They have room for the operator of the
// program that has the most of each.
struct CallViews {
  std::vector<TensorView> in, out;
  std::vector<OutSpec> specs;
  std::vector<ViewOf> parts;
  CallViews(size_t inputs, size_t outputs) : in(inputs), out(outputs), specs(outputs), parts(outputs) {}
};

// For a resize that shares its decoder with others: what its setup() has said for the current sample.
struct ShrinkWish {
  double least = 0;  // as in ShrinkableInput::shrink(); 0: it needs the whole image
  double cost = 0;
};

// The samples of the branch that an operator stands in, of the last batch that the thread has seen.
struct BranchMembers {
  uint64_t serial = 0;
  std::vector<int> positions;
};

struct Worker {
  Worker(ThreadScratch& s, size_t inputs, size_t outputs) : scratch(s.sample), early(s.batch), call(inputs, outputs) {}
  Scratch& scratch;  // one sample's intermediates
  Scratch& early;    // memory of setup(), which lives for a batch
  std::vector<LocalSlot> locals;
  std::vector<OpTally> tallies;  // per operator
  std::vector<ScratchBuffer> buffers;
  std::vector<int64_t> held;           // per value: its largest tensor in `scratch` so far
  std::vector<ShrinkWish> wishes;      // per operator
  std::vector<BranchMembers> members;  // per operator; empty until one in a branch needs the whole batch
  // The operators that have run for this sample. They are counted when the sample is made.
  struct Ran {
    int op;
    bool warned;
    uint8_t halvings;
  };
  std::vector<Ran> ran;
  CallViews call;
  SampleInfo member;  // in a mixture: the sample as its reader knows it
  Running running;
  uint64_t now = 0;   // when its last operator ended, which is when the next one begins
  uint64_t busy = 0;  // ns that it has spent on the samples of the current job
  OpCalls calls;
};

}  // namespace penstock
