// The execution queue of imperative mode runs calls while their caller prepares the next ones. A call is one run of a
// program over one batch. One JavaScript thread submits the calls of a queue; any thread may wait for a call. The queue
// has a thread that runs calls in the order of submission; when the queue is empty, a call whose caller blocks runs on
// its caller's thread, and so does a call that takes less time than handing it over, for a caller that only awaits it.
// A queue may have several threads, each of which runs a call of its own: decoding for a GPU waits most of the time,
// for the decoding engines or for pool threads. Calls then begin in order, except that a call waits for earlier ones
// that make its inputs, and later calls may overtake it. They are counted in order.
// One call may be held back: its caller may replace it with a larger one, and releases it once no more work is to come.
// A caller that goes on in JavaScript does not release it, so after a time the queue begins the held call on its own.
#pragma once
#include <time.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "gpu/shared_memory.h"
#include "program/handle.h"

namespace penstock {

class ExecutionQueue;

// Which thread runs a call that is submitted to an empty queue: the queue's, the caller's, or the caller's if the call
// is quick.
enum class RunsOn { queue, caller, caller_if_quick };

class EvalCall : public Object {
 public:
  // One input batch: shared memory, the result of an earlier call, or memory that the caller keeps until this call is
  // done.
  struct Input {
    std::shared_ptr<Memory> memory;
    std::shared_ptr<EvalCall> call;
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
  // The queue it was submitted to. Another queue reads it, without this queue's lock, for a call that is its input.
  std::atomic<const ExecutionQueue*> queue{nullptr};
  // Whether that queue has counted it. Guarded by the queue's lock.
  bool counted = false;

  bool done() const { return state_.load(std::memory_order_acquire) != State::waiting; }
  // Blocks until the call is done.
  void wait();
  // The result: memory of the pool, or null when it lies in `given`. Throws the error of a failed call.
  const std::shared_ptr<Memory>& result() const;

  // For a call that is done: when it began and ended, in ns of the steady clock; 0 when it was dropped.
  int64_t began() const { return began_; }
  int64_t ended() const { return ended_; }
  // The number of the queue's thread that ran it, or -1 for its caller's thread.
  int worker() const { return worker_; }

  // Runs the call on this thread, which is the queue's thread number `worker`, or for -1 the caller's thread, which
  // then uses the first thread's program. Never throws.
  void run(int worker);
  // As run(-1), for a call that is quick as far as is known; returns false, without having run it, for another one.
  bool run_quick();
  // Ends the call with an error, without running it.
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
  // `settled` counts the calls that are done; its owner may read it at any time. `wake` is called when a call has ended
  // that watch() was called for, and when the queue becomes empty.
  ExecutionQueue(int threads, int width, std::atomic<uint32_t>* settled, std::function<void()> wake);
  ~ExecutionQueue() override;

  // The number of calls that run at the same time.
  int width() const { return static_cast<int>(scratch_.size()); }
  // The scratch memory that the programs of thread number `worker` share.
  const std::shared_ptr<ScratchSet>& scratch(int worker) const { return scratch_[worker]; }

  // Queues the call, or runs it at once on this thread: see RunsOn.
  void submit(std::shared_ptr<EvalCall> call, RunsOn on);
  // Holds the call back until it is released, revoked, or due; a due call is queued. No other call may be held at that
  // time. With `complete`, no larger call is expected, and it is due after a millisecond. Otherwise it is due after a
  // longer time, or once the calling thread has used much CPU time since: a thread that waits for a core, or that
  // compiles the code of the next call, is likely to submit more soon.
  void hold(std::shared_ptr<EvalCall> call, bool complete);
  // Like submit(), for the held call. Returns false when it is queued already.
  bool release(const std::shared_ptr<EvalCall>& call, RunsOn on);
  // Removes the held call; its caller does not want it any more. Returns false when it is queued already.
  bool revoke(const std::shared_ptr<EvalCall>& call);
  // Has `wake` called once the call is counted. Returns false when it is counted already.
  bool watch(const std::shared_ptr<EvalCall>& call);
  // Lets the running calls end and drops the others.
  void shut() override;

 private:
  struct Held {
    std::shared_ptr<EvalCall> call;
    // The call is due at this time, or when its caller's thread has used enough CPU time since it was held.
    int64_t until = 0;
    clockid_t clock = 0;  // of the caller's thread: measures its CPU time
    int64_t worked = 0;
  };

  bool due() const;
  void start();
  void queue(std::shared_ptr<EvalCall> call);
  bool may_begin(const EvalCall& call) const;
  std::shared_ptr<EvalCall> next();
  void loop(int worker);
  void ended();
  void count(EvalCall& call);

  std::vector<std::shared_ptr<ScratchSet>> scratch_;
  std::atomic<uint32_t>* settled_;
  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<std::shared_ptr<EvalCall>> waiting_;  // calls that have not begun
  std::deque<std::shared_ptr<EvalCall>> calls_;    // calls that are not counted, begun or not
  std::vector<std::shared_ptr<EvalCall>> watched_;
  Held held_;
  int ticking_ = 0;    // the threads that check the held call every kTick
  bool here_ = false;  // the caller's thread runs a call
  bool stop_ = false;
  std::vector<std::thread> threads_;  // started with the first calls that need them
};

}  // namespace penstock
