// The execution queue of imperative mode runs programs while JavaScript prepares the next ones. An execution is one run
// of a program over one batch. One JavaScript thread submits the executions of a queue; any thread may wait for one.
// The queue has a thread that runs them in the order of submission. When the queue is empty, the submitting thread runs
// an execution itself if it would block for it, or if it awaits one that takes less time than handing it over.
// A queue may have several threads, each with an execution of its own: decoding for a GPU waits most of the time, for
// the GPU or for pool threads. Executions then begin in order, except that one waits for earlier ones that make its
// inputs, and later ones may overtake it. They are counted in order.
#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "gpu_host/shared_memory.h"
#include "program/handle.h"

namespace penstock {

class ExecutionQueue;

// Which thread runs an execution that is submitted to an empty queue: the queue's, the caller's, or the caller's if
// the execution is quick.
enum class RunsOn { queue, caller, caller_if_quick };

class Execution : public Object {
 public:
  // One input batch: shared memory, the result of an earlier execution, or memory that the caller keeps until this
  // execution is done.
  struct Input {
    std::shared_ptr<Memory> memory;
    std::shared_ptr<Execution> execution;
    uint8_t* data = nullptr;
    // The samples of the batch that are used; empty: the first `count`.
    std::vector<int32_t> rows;
  };

  // One program per thread of the queue, because a program makes one batch at a time.
  std::vector<std::shared_ptr<ProgramObject>> programs;
  int count = 0;
  std::vector<Input> inputs;
  std::vector<uint32_t> draws;
  // The result goes here when it fits, else to memory of the pool. `given_memory`: the owner, if it is known by a
  // handle.
  uint8_t* given = nullptr;
  int64_t given_bytes = 0;
  std::shared_ptr<Memory> given_memory;
  int gpu = -1;
  // The queue it was submitted to. Another queue reads it, without this queue's lock, for an execution that is its
  // input.
  std::atomic<const ExecutionQueue*> queue{nullptr};

  bool done() const { return state_.load(std::memory_order_acquire) != State::waiting; }
  // Blocks until the execution is done.
  void wait();
  // The result: memory of the pool, or null when it lies in `given`. Throws the error of a failed execution.
  const std::shared_ptr<Memory>& result() const;

  // For an execution that is done: when it began and ended, in ns of the steady clock; 0 when it was dropped.
  int64_t began() const { return began_; }
  int64_t ended() const { return ended_; }
  // The number of the queue's thread that ran it, or -1 for its caller's thread.
  int worker() const { return worker_; }

  // Runs the execution on this thread, which is the queue's thread number `worker`, or for -1 the caller's thread,
  // which then uses the first thread's program. Never throws.
  void run(int worker);
  // As run(-1), for an execution that is quick as far as is known; returns false, without having run it, for another
  // one.
  bool run_quick();
  // Ends the execution with an error, without running it.
  void drop(const Error& why);

 private:
  enum class State { waiting, done, failed };
  ArenaRef arena() const;
  bool make(int worker, bool only_quick);
  bool attempt(int worker, bool only_quick);
  void settle(State state);

  std::atomic<State> state_{State::waiting};
  std::mutex mutex_;
  std::condition_variable settled_;
  std::shared_ptr<Memory> pooled_;
  std::unique_ptr<Error> error_;
  int64_t began_ = 0;
  int64_t ended_ = 0;
  int worker_ = -1;
};

class ExecutionQueue : public Object {
 public:
  // What the queue shares with its owner, who may read and write it at any time. Calls have numbers in the order in
  // which they were submitted, from 1 on.
  struct Words {
    std::atomic<uint32_t> counted{0};  // executions up to this number are done
    std::atomic<uint32_t> awaited{0};  // the number of an execution that the owner waits for
  };

  // `wake` is called when the awaited execution is counted, and when the queue becomes empty. An owner who sets
  // `awaited` reads `counted` afterwards.
  ExecutionQueue(int threads, int width, Words* words, std::function<void()> wake);
  ~ExecutionQueue() override;

  // The number of executions that run at the same time.
  int width() const { return static_cast<int>(scratch_.size()); }
  // The scratch memory that the programs of thread number `worker` share.
  const std::shared_ptr<ScratchSet>& scratch(int worker) const { return scratch_.at(worker); }

  // Queues the execution, or runs it at once on this thread: see RunsOn.
  void submit(std::shared_ptr<Execution> execution, RunsOn on);
  // Frees the scratch memory if no execution is under way. Returns its bytes.
  int64_t trim();
  // Lets the running executions end and drops the others.
  void shut() override;

 private:
  void start();
  void queue(std::shared_ptr<Execution> execution);
  bool may_begin(const Execution& execution) const;
  std::shared_ptr<Execution> next();
  void loop(int worker);
  void ended();

  std::vector<std::shared_ptr<ScratchSet>> scratch_;
  Words& words_;
  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<std::shared_ptr<Execution>> waiting_;     // executions that have not begun
  std::deque<std::shared_ptr<Execution>> executions_;  // executions that are not counted, begun or not
  bool here_ = false;                                  // the caller's thread runs an execution
  bool stop_ = false;
  std::vector<std::thread> threads_;  // one is started with each of the first executions
  int idle_ = 0;                      // threads that wait for an execution
  int last_ = -1;                     // the thread that began the last execution
};

}  // namespace penstock
