// Imperative mode's executor: a queue is a thread that runs calls in the order in which they came, while their caller
// prepares the next ones. A call is one run of a program over one batch. Calls belong to one JavaScript thread, which
// submits them; any thread may wait for one. A small call whose queue has nothing to do runs on its caller's thread.
// A queue may have more threads, each on a call of its own: decoding for a GPU waits most of the time, for engines and
// for threads by turns. Calls then begin in order, but for those that wait for what an earlier one makes, and are
// counted in order.
// One call may be held: its caller may replace it by a larger one, and hands it over as soon as nothing is to come. A
// caller that works on in JavaScript meanwhile cannot, so then the queue begins with it by itself.
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

class EvalCall : public Object {
 public:
  // Where a batch comes from: shared memory, an earlier call, or memory that the caller keeps until this call is done.
  struct Input {
    std::shared_ptr<Memory> memory;
    std::shared_ptr<EvalCall> call;
    uint8_t* data = nullptr;
    // Samples of the batch; empty: the first `count`.
    std::vector<int32_t> rows;
  };

  // One of them per thread of the queue: a program carries out one batch at a time.
  std::vector<std::shared_ptr<ProgramObject>> programs;
  int count = 0;
  std::vector<Input> inputs;
  std::vector<uint32_t> draws;
  // Where the result goes if it has room; else memory of the pool.
  uint8_t* given = nullptr;
  int64_t given_bytes = 0;
  int gpu = -1;
  // Where it was submitted, and whether that queue's counter has it. Under the queue's lock.
  const ExecutionQueue* queue = nullptr;
  bool counted = false;

  bool done() const { return state_.load(std::memory_order_acquire) != State::waiting; }
  // Blocks until it is done.
  void wait();
  // The result: memory of the pool, or null where it lies in `given`. Throws what the call has thrown.
  const std::shared_ptr<Memory>& result() const;

  // When it began and ended, in ns of the steady clock; 0 where it was dropped. Of a call that is done.
  int64_t began() const { return began_; }
  int64_t ended() const { return ended_; }
  // The queue's thread that has run it, or -1: its caller's.
  int worker() const { return worker_; }

  // Runs it on this thread, the queue's `worker`-th, or its caller's in place of the first (-1); never throws.
  void run(int worker);
  // Ends it without running it.
  void drop(const Error& why);

 private:
  enum class State { waiting, done, failed };
  ArenaRef arena() const;
  void make(int worker);
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
  // `settled` counts the calls that are done; its owner may read it at any time. `wake` is called when somebody waits
  // for a call that has ended, or when nothing is left to do.
  ExecutionQueue(int threads, int width, std::atomic<uint32_t>* settled, std::function<void()> wake);
  ~ExecutionQueue() override;

  // Calls that it runs at once.
  int width() const { return static_cast<int>(scratch_.size()); }
  // What the programs of its `worker`-th thread share.
  const std::shared_ptr<ScratchSet>& scratch(int worker) const { return scratch_[worker]; }

  // Queues the call; with `here` it is run at once on this thread if nothing is before it.
  void submit(std::shared_ptr<EvalCall> call, bool here);
  // Holds the call, in place of none, until it is released or revoked, or has waited for long enough; it is queued
  // then. That is at once (a millisecond) where nothing else is expected. Otherwise it is told by the work that this
  // thread, the caller's, has done since: one that is waiting for a core, or compiles the next call's code, is about to
  // say more.
  void hold(std::shared_ptr<EvalCall> call, bool complete);
  // As submit(), of a call that is held. False: it was queued already.
  bool release(const std::shared_ptr<EvalCall>& call, bool here);
  // The caller gives the held call up. False: it was queued already.
  bool revoke(const std::shared_ptr<EvalCall>& call);
  // `wake` is called once the call is counted. False: it is already.
  bool watch(const std::shared_ptr<EvalCall>& call);
  // Lets the running call end and drops the others.
  void shut() override;

 private:
  struct Held {
    std::shared_ptr<EvalCall> call;
    // When it is queued: so long after it was held, or when its caller's thread has worked for so long since.
    int64_t until = 0;
    clockid_t clock = 0;  // of that thread's CPU time
    int64_t worked = 0;
  };

  bool due() const;
  void start();
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
  std::deque<std::shared_ptr<EvalCall>> waiting_;  // not begun
  std::deque<std::shared_ptr<EvalCall>> calls_;    // not counted, begun or not
  std::vector<std::shared_ptr<EvalCall>> watched_;
  Held held_;
  int ticking_ = 0;    // threads that look at it now and then
  bool here_ = false;  // a call is being run by its caller
  bool stop_ = false;
  std::vector<std::thread> threads_;  // made with the first calls that need them
};

}  // namespace penstock
