// Makes the samples that setup has described on the CPU: each thread of the pool carries one through the whole chain,
// several at once, while the caller waits, or goes on with something else. Belongs to the thread that runs the batch,
// but for done().
#pragma once
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "core/thread_pool.h"
#include "program/batch_state.h"
#include "program/request.h"

namespace penstock {

class CpuExecutor {
 public:
  explicit CpuExecutor(BatchState& state);

  // Begins to make the appended samples. False: there is so little to do that run() does it at once.
  bool start(uint8_t* arena, std::function<void()> told);
  // Whether run() would not wait for what start() began. Safe from any thread.
  bool done() const { return pending_.done(); }
  // Waits for what start() began, and drops what it threw. False where nothing was begun.
  bool settle();

  // Makes the appended samples, or completes what start() began. A sample whose scratch the budget refuses waits until
  // the others are made, and is then made alone. False where some wait for memory that the budget may hold later; the
  // next run() goes on with them.
  bool run(uint8_t* arena, const MemoryOutlook& memory);
  // Forgets the samples that wait for memory.
  void forget() { refused_.clear(); }

 private:
  // Whether a sample that is refused memory is put off: beside others, alone until more is there, or no more.
  enum class Attempt : uint8_t { together, alone, last };

  bool order_samples();
  std::function<void(int, int)> maker(uint8_t* arena);
  void run_all(uint8_t* arena);
  bool run_alone(uint8_t* arena, const MemoryOutlook& memory);
  int refused_that_fits(const Worker& w);
  bool run_sample(int position, int worker, uint8_t* arena, Attempt attempt);
  bool run_op(const OpNode& op, int op_index, int position, Worker& w, uint8_t* arena, Attempt attempt);
  bool call_op(const OpNode& op, int op_index, int position, Worker& w, uint8_t* arena);
  bool put_off(ErrorCode code, Sample& sample, Worker& w, Attempt attempt) const;
  uint8_t* place_in_arena(const Sample& sample, const Value* v, int value, uint8_t* arena) const;
  void size_buffers(const Sample& sample, const Value* v, Worker& w, uint8_t* arena) const;
  void count_ran(const Worker& w);
  void write_outputs(const Sample& sample, const Value* v, uint8_t* arena) const;

  BatchState& state_;
  std::vector<int> order_;
  // Samples whose scratch was refused, while others were being made; guarded by refused_mutex_ then.
  std::vector<int> refused_;
  std::mutex refused_mutex_;
  ThreadPool::Pending pending_;  // what start() began; reads all of the above
};

}  // namespace penstock
