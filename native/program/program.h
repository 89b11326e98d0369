// A program: a list of operators that a stage runs over one batch. On the CPU every pool thread carries one sample
// through the whole chain in its own scratch; on a GPU each operator runs once over the batch. Only the program's
// outputs are written to the arena.
// A batch is made in one or more chunks: begin(), then setup(), which appends samples, and run(), which makes them, as
// often as needed, then finish(). With onError 'skip' failed samples are closed up and the caller appends more.
// One batch at a time; not thread-safe but for what says so.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/arena.h"
#include "program/request.h"
#include "program/sample_error.h"
#include "program/spec.h"

namespace penstock {

class Program {
 public:
  // Throws BUDGET_EXCEEDED when the account does not hold its tables.
  explicit Program(std::unique_ptr<ProgramSpec> spec);
  ~Program();

  // Starts a batch: forgets the last one.
  void begin(int64_t batch_index);

  // Samples whose setup() or run() throws are forgotten, those before them are not: the same can be appended again. So
  // are samples that were appended and not run when setup() is called again.
  //
  // Appends samples [from, from + count) of the input arenas (one per mailbox); returns the bytes that the output arena
  // must have. The inputs must stay until run() has returned.
  int64_t setup(const std::vector<ArenaRef>& arenas, int from, int count, const MemoryOutlook& memory = {});
  // With a list of samples per mailbox; a null list stands for the first `count`.
  int64_t setup(const std::vector<ArenaRef>& arenas, const std::vector<const int32_t*>& rows, int count,
                const MemoryOutlook& memory = {});
  // Appends samples that the caller names.
  int64_t setup(const SampleId* samples, int count, const MemoryOutlook& memory = {});

  // Begins to make the appended samples, which run() with the same arena then waits for and completes. False: there is
  // so little to do that run() does it at once. Programs with operators on a GPU cannot be started. `told` is called as
  // ThreadPool::start() says.
  bool start(const ArenaRef& arena, std::function<void()> told);
  // Whether run() would not wait for what start() began. Safe from any thread.
  bool done() const;
  // Waits for what start() began, and forgets it. Never throws.
  void settle();

  // Makes the appended samples in `arena`; returns how many good samples the batch has now. A sample whose scratch the
  // budget refuses waits until the others are made, and is then made alone. After kRefused the next run() goes on with
  // the samples that are left.
  int run(const ArenaRef& arena, const MemoryOutlook& memory = {});

  static constexpr int kRefused = abi::memory_refused;
  // Writes the header's flags; the batch is complete.
  void finish(uint8_t* arena, uint32_t flags);

  // Key and counter of the next batch's draws, for each operator with draws in order: four words each, low ones first.
  // Throws INTERNAL when there are more or fewer.
  void draw(const uint32_t* words, size_t count);

  // What setup() has found of output o of sample i.
  const OutSpec& described(int o, int i) const;
  int count() const;
  int outputs() const;

  // Frees scratch memory; returns its size. Between two calls: in an open batch it keeps what setup() has made for
  // run().
  size_t trim();

  // The samples that no thread has begun with are not made any more, and setup() and run() throw PIPELINE_CLOSED. Safe
  // from any thread.
  void stop();
  // Threads that are at a sample at this moment. Safe from any thread.
  int at_work() const;
  int group() const;

  // JSON: ProgramReport of src/native.ts. Bad samples from number `bad_from` on. Safe from any thread.
  std::string report(size_t bad_from) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace penstock
