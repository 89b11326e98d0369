// What becomes of samples that fail: they end the run, are left out, or leave a placeholder, as onError says. Too
// little memory for a sample is a failure of its own kind: it may wait for memory, or be too large for any.
#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "program/request.h"
#include "program/spec.h"

namespace penstock {

struct BatchState;

inline bool is_memory_fault(ErrorCode c) { return c == ErrorCode::BUDGET_EXCEEDED || c == ErrorCode::OUT_OF_MEMORY; }

// What onError is about: the sample is at fault, not the pipeline.
inline bool is_sample_fault(ErrorCode c) {
  return c == ErrorCode::BAD_SAMPLE || c == ErrorCode::UNSUPPORTED || c == ErrorCode::FILE_NOT_FOUND ||
         c == ErrorCode::FILE_UNREADABLE || is_memory_fault(c);
}

struct BadSample {
  int64_t batch;  // as begin() was told
  int64_t index;
  int32_t epoch;
  std::string source, reason, op, call_site;
  ErrorCode code;
};

// The samples that were left out or replaced since the program was made; the first of them in full. Safe from any
// thread.
class BadSamples {
 public:
  void add(BadSample sample);
  size_t total() const;
  // Those from number `from` on that are kept, and the total at that moment.
  std::vector<BadSample> from(size_t from, size_t& total) const;

 private:
  mutable std::mutex mutex_;
  std::vector<BadSample> kept_;
  size_t total_ = 0;
};

// What an operator does about a failed sample. Most operators cannot meet a bad sample, so they have no onError of
// their own; where a sample is too large, the one counts that let the sample in.
OnError policy(const ProgramSpec& spec, int op_index, const Error& e);
// More than the whole budget: waiting is in vain.
bool never_fits(const ProgramSpec& spec, int64_t bytes);

// The operator has failed for this sample. Safe from the thread that is at the sample.
void fail_sample(BatchState& state, int position, int op_index, const Error& e);
// A sample that setup has been through fails at an operator after all: what depends on it is not made, and takes its
// shape from a good sample.
void poison_after(BatchState& state, int position, int op_index);

// After setup: true where samples were refused memory that may be there later. What will not come is the sample's
// fault, unless it would have had enough without the others.
bool memory_may_come(BatchState& state, int from, const MemoryOutlook& memory);
// After setup: a sample whose outputs no arena can hold, even without the other samples, is bad.
void fail_too_large(BatchState& state, int from, const MemoryOutlook& memory);
// Decides about the failed samples from number `from` on: throws, drops them (closing the gaps), or marks them.
void resolve_failures(BatchState& state, int from, bool after_run, uint8_t* arena);

}  // namespace penstock
