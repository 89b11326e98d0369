// Handles samples that fail: they end the run, are left out, or become placeholders, as onError says. Too little memory
// for a sample is handled apart: the sample may wait for memory, or be too large for any.
#pragma once
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "program/request.h"
#include "program/spec.h"

namespace penstock {

struct BatchState;

inline bool is_memory_fault(ErrorCode c) { return c == ErrorCode::BUDGET_EXCEEDED || c == ErrorCode::OUT_OF_MEMORY; }

// The errors that onError applies to: the sample is at fault, not the pipeline.
inline bool is_sample_fault(ErrorCode c) {
  return c == ErrorCode::BAD_SAMPLE || c == ErrorCode::UNSUPPORTED || c == ErrorCode::FILE_NOT_FOUND ||
         c == ErrorCode::FILE_UNREADABLE || is_memory_fault(c);
}

// An operator does not take the sample's data or the values of its arguments. Where all samples come from one data set
// the graph is at fault, and the run ends; a sample that was fed may be the only one of its kind.
inline bool is_refusal(ErrorCode c) { return c == ErrorCode::INVALID_INPUT || c == ErrorCode::INVALID_ARGUMENT; }
// Whether onError applies to the error, in this program.
inline bool is_own_fault(const ProgramSpec& spec, ErrorCode c) {
  return is_sample_fault(c) || (is_refusal(c) && spec.on_refused != OnError::fail);
}

struct BadSample {
  int64_t batch;  // the number that begin() was given
  int64_t index;
  int32_t epoch;
  std::string source, reason, op, call_site;
  ErrorCode code;
};

// The samples that were left out or replaced since the program was made. The first of them are kept for reports, and
// the last ones for who asks about a sample of a batch that has just come, so that memory and time stay the same
// however many there are. Safe from any thread.
class BadSamples {
 public:
  // `latest`: how many of the last ones are kept.
  explicit BadSamples(size_t latest) : most_latest_(latest) {}
  void add(BadSample sample);
  size_t total() const;
  // The first samples, as far as they are kept, from number `from` on, and the total at that moment.
  std::vector<BadSample> from(size_t from, size_t& total) const;
  // The sample of the data set with this index, if it is one of the last ones.
  std::optional<BadSample> find(int64_t index, int32_t epoch) const;

 private:
  mutable std::mutex mutex_;
  const size_t most_latest_;
  std::vector<BadSample> first_;
  std::deque<BadSample> latest_;
  size_t total_ = 0;
};

// The onError that applies when a sample fails at an operator. Most operators cannot meet a bad sample, so they have no
// onError of their own; for a sample that is too large, the onError of the operator that let the sample in applies.
OnError policy(const ProgramSpec& spec, int op_index, const Error& e);
// Whether the bytes exceed the whole budget, so that waiting cannot help.
bool never_fits(const ProgramSpec& spec, int64_t bytes);

// Records that the operator failed for this sample. Safe from the thread that works on the sample.
void fail_sample(BatchState& state, int position, int op_index, const Error& e);
// Handles a sample that fails after its setup() at this operator has returned: the values that depend on it are not
// made, and take their shape from a good sample.
void poison_after(BatchState& state, int position, int op_index);

// Called after setup. Returns true when samples were refused memory that may be available later. Memory that will not
// become available is the sample's fault, unless there would have been enough without the other samples.
bool memory_may_come(BatchState& state, int from, const MemoryOutlook& memory);
// Called after setup. A sample whose outputs fit in no arena, even without the other samples, is bad.
void fail_too_large(BatchState& state, int from, const MemoryOutlook& memory);
// Handles the failed samples from number `from` on: throws, drops them (closing the gaps), or marks them.
void resolve_failures(BatchState& state, int from, bool after_run, uint8_t* arena);

}  // namespace penstock
