// What a program counts while it runs: times and samples of each operator, and the bytes of each operator's outputs.
// Bytes are counted per value and batch by the thread that runs the batch. Times and samples are counted by each thread
// for itself. Any thread may read what is atomic.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/op.h"
#include "gpu_host/decode.h"
#include "program/samples.h"

namespace penstock {

struct BatchState;

// Bytes of one output of an operator; see ProgramReport in src/native/program.ts for their meaning.
struct OutputMemory {
  std::atomic<int64_t> real{0}, max_real{0}, reserved{0}, max_reserved{0};
};

// A number that one thread counts up and any thread reads. It costs no more than a plain number.
class Tally {
 public:
  void add(uint64_t n) { count_.store(count_.load(std::memory_order_relaxed) + n, std::memory_order_relaxed); }
  uint64_t read() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> count_{0};
};

// What one thread has counted for one operator since the program was made.
struct OpTally {
  Tally ns, samples, warned;
  std::array<Tally, kMaxHalvings> halved;  // images that a decoder made smaller: once halved, twice, ...
};

// The bytes that one operator has made of one of its outputs in the current batch: the sum of its tensors, and the
// largest.
struct MadeBytes {
  int64_t real = 0, largest = 0;
};

// The memory that is reserved for the tensors of one value in the current batch: the sum, and the largest for one
// tensor.
struct ValueRoom {
  int64_t reserved = 0, largest = 0;
};

// What one operator counts, beside its threads' tallies.
struct OpCounters {
  std::vector<MadeBytes> made;       // per output
  std::vector<OutputMemory> memory;  // per output, since the program was made
  gpu::DecodeCounts decoded;         // for a mixed operator
};

// Records that a range of the arena was reserved for output `output`; `reserved` is 0 when an earlier range had room.
void count_placed(BatchState& state, size_t output, int64_t largest, int64_t reserved);
// Records memory that is reserved for one value of the batch: for all of its tensors, and for the largest.
void count_reserved(BatchState& state, int value, int64_t largest, int64_t reserved);
// Called when the samples from number `from` on are made.
void count_held(BatchState& state, int from);
// Called when the batch is complete: adds its bytes to the report.
void publish_memory(BatchState& state);
// Frees scratch memory; returns its size. In an open batch the memory of setup() is kept.
size_t trim_scratch(BatchState& state);

}  // namespace penstock
