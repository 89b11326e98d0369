// The batch that a program is making, and what the program keeps between batches. Program owns it; setup, executors
// and the writer work on it: one thread at a time, but for the parts of single samples while the pool makes those.
#pragma once
#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/arena.h"
#include "core/memory_account.h"
#include "program/accounting.h"
#include "program/batch_writer.h"
#include "program/branches.h"
#include "program/failures.h"
#include "program/samples.h"
#include "program/scratch_plan.h"
#include "program/spec.h"
#include "program/worker.h"

namespace penstock {

// The names of samples that a data set names, for those that were appended together at position `first`.
struct SampleNames {
  int first;
  std::string text;
};

struct BatchState {
  // Completes the operators of `spec`, which must outlive this. Throws BUDGET_EXCEEDED when the account does not hold
  // the tables, INVALID_ARGUMENT for a program that cannot run.
  explicit BatchState(ProgramSpec& spec);
  BatchState(const BatchState&) = delete;

  // Forgets the last batch.
  void begin(int64_t batch_index);
  // As if the samples that are not made had never been appended. `placed`: they have places in the arena.
  void forget(bool placed);

  Value* values(int position) const { return samples.values(position); }
  // Whether the program was stopped, or the process ends.
  bool stops() const;
  // Throws PIPELINE_CLOSED where it does.
  void expect_open() const;

  Charge tables;  // what the tables below take of the account
  ProgramSpec& spec;
  const int num_values;

  // The batch. Of its `count` samples the first `done` are made.
  Samples samples;
  std::deque<SampleNames> names;
  int count = 0, done = 0;
  int64_t batch_index = 0;
  bool open = false;             // between begin() and finish()
  std::vector<ArenaRef> arenas;  // the inputs of the last setup()
  std::vector<MergeState> merges;
  std::vector<ValueBytes> bytes;  // per value
  BatchLayout layout;
  std::atomic<bool> stopping{false};

  // The program.
  ScratchPlan scratch_plan;
  std::vector<std::unique_ptr<Worker>> workers;
  bool shares_scratch = false;
  std::vector<OpCounters> counters;      // per operator
  std::atomic<size_t> scratch_bytes{0};  // as of the last batch
  BadSamples bad;

 private:
  size_t lay_out();
  void make_workers();
};

}  // namespace penstock
