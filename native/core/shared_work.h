// What a program and its operators tell each other of work that samples share: frames of a video that are decoded of
// one another. Operators that share none need not know of it. Each thread has its own.
#pragma once
#include <cstdint>

#include "core/op.h"

namespace penstock {

// Work that samples of a batch share when one thread makes them in their order. It is a part of a line of such work;
// samples whose parts of one line overlap share what lies in both.
struct SharedWork {
  int64_t line = 0;  // 0: nothing is shared
  int64_t begin = 0, end = 0;
};

// setup() says so of its sample; the program takes it when the call returns.
SharedWork& shared_work();

// What run() may know of the samples that its thread makes.
struct Turn {
  int threads = 1;         // that may work on this sample, the calling one included: others have no sample to make
  int64_t shared_end = 0;  // where the last sample ends that this thread makes in a row, on the line of this one
};
Turn& this_turn();

// What all programs of a stage have together, because they make its batches by turns: share() may return it.
struct StageState : SharedState {};

}  // namespace penstock
