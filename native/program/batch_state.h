// The current batch of a program, and what the program keeps between batches. Program owns it; setup, the executors and
// the writer work on it. One thread does so at a time, except that pool threads touch the parts of their own samples
// while they make them.
#pragma once
#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/arena.h"
#include "core/memory_account.h"
#include "program/accounting.h"
#include "program/aliases.h"
#include "program/batch_writer.h"
#include "program/failures.h"
#include "program/pace.h"
#include "program/samples.h"
#include "program/scratch_plan.h"
#include "program/spec.h"
#include "program/worker.h"

namespace penstock {

class OpenFiles;

// The last bad samples are kept for so many batches: those that wait in mailboxes until a consumer asks for the
// reasons.
constexpr size_t kBatchesOfBad = 16;

// The names of samples that the data set provides, for the samples that were appended together at position `first`.
struct SampleNames {
  int first;
  std::string text;
};

// The operators that a sample goes through, and the values that it has: all of them, but that a sample of a mixture has
// its own source's reader alone. The readers of a mixture make the same values.
struct Route {
  struct Step {
    const OpNode* op;
    int index;
  };
  std::vector<Step> steps;
  std::vector<int> values;
  // The containers that its reader reads from; null where it reads none.
  const OpenFiles* files = nullptr;

  // The operator that makes a value, or -1.
  int maker_of(int value) const;
};

struct BatchState {
  // Completes the operators of `spec`, which must outlive this object. Throws BUDGET_EXCEEDED when the account does not
  // hold the tables, and INVALID_ARGUMENT for a program that cannot run.
  explicit BatchState(ProgramSpec& spec);
  BatchState(const BatchState&) = delete;

  // Forgets the last batch.
  void begin(int64_t batch_index);
  // Removes the appended samples that are not made yet. `placed` says that they already have places in the arena.
  void forget(bool placed);

  Value* values(int position) const { return samples.values(position); }
  const Route& route(int position) const { return routes[samples[position].route]; }
  // The ns that all workers have spent on the job that has ended; begins to count anew.
  uint64_t take_busy();
  // Counts the time since the worker's last reading of the clock for the program's only operator.
  static void time_together(Worker& w);
  // Whether the program was stopped, or the process ends.
  bool stops() const;
  // Throws PIPELINE_CLOSED when stops().
  void expect_open() const;

  Charge tables;  // the bytes of the tables below, charged to the account
  ProgramSpec& spec;
  const int num_values;

  // The current batch. The first `done` of its `count` samples are made.
  Samples samples;
  std::deque<SampleNames> names;
  int count = 0, done = 0;
  int64_t batch_index = 0;
  // Its number alone: the upper half of the index is that of the epoch's generation.
  int64_t batch_number() const { return batch_index & 0xffffffff; }
  uint64_t serial = 0;              // of the last setup(): BatchView::serial()
  bool open = false;                // between begin() and finish()
  std::atomic<bool> failed{false};  // a sample of the batch has failed
  bool whole_batch = false;         // an operator needs all samples: they are appended at once
  std::vector<ArenaRef> arenas;     // the inputs of the last setup()
  std::vector<MergeState> merges;
  std::vector<Route> routes;                   // one, or of a mixture one for each source
  std::vector<const OpNode*> shared_decoders;  // those that may make smaller images for several resizes
  std::vector<ValueRoom> rooms;                // per value
  BatchLayout layout;
  std::atomic<bool> stopping{false};

  // Whether the work at hand is so little, and of one operator, that its time is that of all samples together.
  bool timed_together = false;

  // The parts below live as long as the program.
  Pace setup_pace, run_pace;  // per sample, and per unit of Sample::cost
  ScratchPlan scratch_plan;
  std::vector<std::unique_ptr<Worker>> workers;
  bool shares_scratch = false;
  std::vector<OpCounters> counters;      // per operator
  std::atomic<size_t> scratch_bytes{0};  // as of the end of the last batch
  BadSamples bad;

 private:
  void find_routes();
  void check_whole_batch();
  void attach_image_caches();
  size_t lay_out();
  void make_workers();
};

}  // namespace penstock
