// Makes the samples that setup() has described on the CPU: each pool thread carries one sample through the whole chain,
// and several threads work at once while the caller waits or does other work. The executor belongs to the thread that
// runs the batch, except for done().
#pragma once
#include <atomic>
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

  // Begins to make the appended samples. Returns false when there is so little work that run() does it on its own.
  bool start(uint8_t* arena, std::function<void()> told);
  // Whether run() would return without waiting for the work that start() began. Safe from any thread.
  bool done() const { return pending_.done(); }
  // Waits for the work that start() began, and discards its exception. Returns false when nothing was started.
  bool settle();

  // Whether the appended samples take less time to make than to hand over to another thread.
  bool is_quick();

  // Makes the appended samples, or completes the work that start() began. A sample whose scratch memory the budget
  // refuses is made alone after the others. Returns false when some samples need memory that the budget may hold later;
  // the next run() continues with them.
  bool run(uint8_t* arena, const MemoryOutlook& memory);
  // Forgets the samples that wait for memory.
  void forget() {
    refused_.clear();
    some_refused_.store(false, std::memory_order_relaxed);
  }

 private:
  // What happens to a sample whose memory is refused. `together`: it is put off until it can be made alone; `alone`: it
  // waits until the budget holds more; `last`: it fails.
  enum class Attempt : uint8_t { together, alone, last };

  void sum_cost();
  bool order_samples();
  void order_sharing(int n);
  bool has_parallel_bytes() const;
  std::function<void(int, int)> maker(uint8_t* arena);
  void run_all(uint8_t* arena);
  bool run_alone(uint8_t* arena, const MemoryOutlook& memory);
  int refused_that_fits(const Worker& w);
  bool run_sample(int position, Worker& w, uint8_t* arena, Attempt attempt);
  bool run_op(const OpNode& op, int op_index, int position, Worker& w, uint8_t* arena, Attempt attempt);
  bool call_op(const OpNode& op, int op_index, int position, Worker& w, uint8_t* arena);
  bool put_off(ErrorCode code, Sample& sample, Worker& w, Attempt attempt) const;
  uint8_t* place_in_arena(const Sample& sample, const Value* v, int value, uint8_t* arena) const;
  void size_buffers(const Sample& sample, const Value* v, Worker& w, uint8_t* arena) const;
  static void count_ran(Worker& w);
  bool write_outputs(const Sample& sample, const Value* v, uint8_t* arena) const;

  BatchState& state_;
  // The appended samples in the order in which they are made, how they are handed to threads, and their cost.
  std::vector<int> order_;
  Handing hands_;
  double cost_ = 0;
  // Samples whose scratch memory was refused. Guarded by refused_mutex_ while pool threads make samples.
  std::vector<int> refused_;
  std::mutex refused_mutex_;
  std::atomic<bool> some_refused_{false};  // some are in refused_, or were
  ThreadPool::Pending pending_;            // the job of start(); its threads use all members above
};

}  // namespace penstock
