// A program: a list of operators that a stage runs over one batch. On the CPU every pool thread carries one sample
// through the whole chain in its own scratch memory; on a GPU each operator runs once over the batch. Only the
// program's outputs are written to the arena.
// A batch is made in one or more chunks: begin(), then as often as needed setup(), which appends samples, and run(),
// which makes them, then finish(). With onError 'skip' the gaps of failed samples are closed and the caller appends
// more.
// A program makes one batch at a time. Its functions are not thread-safe unless their comment says so.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/arena.h"
#include "dataset/order/sample_reads.h"
#include "program/calls.h"
#include "program/request.h"
#include "program/sample_error.h"
#include "program/spec.h"

namespace penstock {

class Program {
 public:
  // Throws BUDGET_EXCEEDED when the account does not hold the program's tables.
  explicit Program(std::unique_ptr<ProgramSpec> spec);
  ~Program();

  // Starts a batch and forgets the previous one.
  void begin(int64_t batch_index);

  // All forms of setup() append samples and describe them; they return the bytes that the output arena must have, or
  // kRefused. When setup() throws or is refused, or run() throws, it forgets the samples that are not made yet; earlier
  // samples stay, and the forgotten ones can be appended again. setup() also forgets samples that were appended and
  // never run.
  //
  // This form appends samples [from, from + count) of the input arenas (one per mailbox), which must stay valid until
  // run() has returned.
  int64_t setup(const std::vector<ArenaRef>& arenas, int from, int count, const MemoryOutlook& memory = {});
  // Appends the samples that `rows` lists for each mailbox; a null list stands for the first `count`.
  int64_t setup(const std::vector<ArenaRef>& arenas, const std::vector<const int32_t*>& rows, int count,
                const MemoryOutlook& memory = {});
  // Appends samples that the caller identifies, for programs without input arenas.
  int64_t setup(const SampleId* samples, int count, const MemoryOutlook& memory = {});

  // Whether setup() of so many samples, and run() of those that are appended, are expected to take less time than
  // handing the work to another thread. False while that is unknown, and on a GPU.
  bool has_quick_setup(int count) const;
  bool has_quick_run() const;

  // Begins to make the appended samples; run() with the same arena then waits for them and completes them. Returns
  // false when there is so little work that run() does it on its own. Programs with operators on a GPU cannot be
  // started. `told` is called as described for ThreadPool::start().
  bool start(const ArenaRef& arena, std::function<void()> told);
  // Whether run() would return without waiting for the work that start() began. Safe from any thread.
  bool done() const;
  // Waits for the work that start() began, and forgets its samples. Never throws.
  void settle();

  // Makes the appended samples in `arena`; returns how many good samples the batch has now, or kRefused. A sample whose
  // scratch memory the budget refuses is made alone after the others. After kRefused the next run() continues with the
  // samples that are left.
  int run(const ArenaRef& arena, const MemoryOutlook& memory = {});

  static constexpr int kRefused = abi::memory_refused;
  // Writes the header's flags and completes the batch.
  void finish(uint8_t* arena, uint32_t flags);

  // Sets the key and the counter of the next batch's random numbers. For each operator with a `draws` counter there are
  // four words: the key, then the counter, low words first. Throws INTERNAL when there are more or fewer words.
  void draw(const uint32_t* words, size_t count);

  // The dtype, layout and shape that setup() found for output o of sample i.
  const OutSpec& described(int o, int i) const;
  int count() const;
  int outputs() const;

  // Frees scratch memory; returns its size. In an open batch it keeps the memory of setup() that run() needs. Must not
  // be called during another call.
  size_t trim();

  // Stops the program: samples that no thread has begun are not made any more, and setup() and run() throw
  // PIPELINE_CLOSED. Safe from any thread.
  void stop();
  // The number of threads that work on a sample at this moment. Safe from any thread.
  int at_work() const;
  int group() const;
  // The data set of a reader's program; null for others.
  const std::shared_ptr<const Dataset>& dataset() const;
  // What its reader says of the bytes that samples are made of, or in a mixture each of them; null where the data set
  // says it.
  std::vector<const SampleReads*> reads() const;

  // JSON: ProgramReport of src/native/program.ts, with the bad samples from number `bad_from` on. Safe from any thread.
  std::string report(size_t bad_from) const;
  // JSON: BadSample of src/native/program.ts, for one of the last bad samples; empty for any other. Safe from any
  // thread.
  std::string bad_sample(int64_t index, int32_t epoch) const;
  // What its threads did last, of all threads; none for a program that shares its scratch memory. Safe from any thread.
  std::vector<OpCall> calls() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace penstock
