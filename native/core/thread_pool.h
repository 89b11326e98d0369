// The process's one pool of decoding threads, shared by all pipelines and contexts. It grows to the largest number that
// was requested and never shrinks. A job has a limit on the threads that it, and all jobs of its group, may use at
// once. Threads serve the waiting jobs in turn, item by item. The pool lives until the process ends.
#pragma once
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/affinity.h"

namespace penstock {

// The CPUs that the process may use: the affinity mask, limited by the cgroup's CPU quota; at least 1.
struct CpuBudget {
  int online = 0;    // cores of the machine
  int affinity = 0;  // those of them in this process's affinity mask
  double quota = 0;  // cores granted by the cgroup; 0 when unlimited
  int usable = 0;    // the smaller of affinity and quota, rounded up
};
CpuBudget cpu_budget();

class ThreadPool {
 public:
  static ThreadPool& instance();

  // Returns a group number for run() that differs from every handle and from every other group.
  static int new_group();

  // Makes sure that at least n threads exist. Throws THREADS_UNAVAILABLE when the system grants fewer; the threads that
  // this call had started have then ended.
  void reserve(int n);
  int size() const;

  // The number of jobs that have items to hand out.
  int waiting() const;

  // Reports that n threads are stuck in the body of a job of this group. New threads replace them, and the other jobs
  // of the group go on without them.
  void lose(int n, int group);

  using Body = std::function<void(int, int)>;

  // The order of the jobs of a group; among equal ranks the oldest goes first. A job that `leads` is short, and much
  // work waits for it. A job that `yields` takes all threads for long, while other work waits for short jobs.
  enum class Rank : uint8_t { leads, ordinary, yields };

  // Calls body(i, worker) for every i in [0, count) and returns when all calls are done. `worker` is below max_threads,
  // and no two calls use one number at the same time. A single item runs on the caller's thread when its group has a
  // free place, because a hand-over costs more than small work. All jobs of a group other than 0 together run at most
  // as many items at once as the smallest max_threads among them; callers' threads count too. The first exception of
  // body is thrown here, once the other items are done. Throws as reserve() does, and then calls nothing.
  void run(int count, int max_threads, int group, const Body& body, Rank rank = Rank::ordinary);

  // A job that runs while its owner does something else; see start(). Its destructor waits for the job.
  class Pending;
  // Like run(), but does not wait for the items, and runs none of them on the caller's thread. `told` is called once,
  // when all are done, by the thread that did the last one and with the pool locked, so it must be short.
  void start(Pending& pending, int count, int max_threads, int group, Body body, std::function<void()> told);

  // Pins thread i to cpus[i] for i < cpus.size(). The rest of the first `threads` threads are pinned to those CPUs of
  // `others` that this process may use, or to all CPUs of the process when there is none. When several pins cover a
  // thread, the latest one applies. Returns a number for unpin(). Throws INVALID_ARGUMENT, and pins no thread, when one
  // of `cpus` is not in the process's mask.
  int pin(int threads, const std::vector<int>& cpus, const CpuSet& others);
  // Ends a pin. Its threads return to the latest other pin that covers them, or to the CPUs of the process.
  void unpin(int pin);

  // The number of threads of imperative contexts that were made without one, as the user has set it for the process; 0
  // stands for the default.
  std::atomic<int> imperative_threads{0};
  // Whether a context has begun to work with that number.
  std::atomic<bool> imperative_started{false};

 private:
  struct Group {
    int active = 0;
    std::vector<int> limits;  // max_threads of each of its jobs
    bool full() const { return active >= *std::min_element(limits.begin(), limits.end()); }
  };
  struct Job {
    const Body* body;
    int count, max_threads;
    Group* group;  // null: no group
    Rank rank = Rank::ordinary;
    std::function<void()> told;  // may be empty
    int next = 0, finished = 0, active = 0;
    std::vector<bool> taken;
    std::exception_ptr thrown;
    std::condition_variable done;
  };

  struct Pin {
    int number, threads;
    std::vector<int> cpus;
    CpuSet rest;
  };

  void loop();
  // The CPUs that thread i may run on. Called with the lock held.
  CpuSet place_of(int i, const CpuSet& allowed) const;
  // All of these are called with the lock held. grow() releases it for a moment before it throws.
  void grow(int n, std::unique_lock<std::mutex>& lock);
  Group* enter(int group, int max_threads);
  void leave(int group, int max_threads);
  void queue(Job& job, std::unique_lock<std::mutex>& lock);
  bool may_join(const Job& job) const;
  Job* next_job();
  void drop(Job* job);
  void wake_if_more();

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::thread> threads_;
  std::vector<Job*> jobs_;  // the jobs with items to hand out
  size_t turn_ = 0;         // the index of the job that is offered to a thread first
  int idle_ = 0;            // the number of waiting threads
  int asked_ = 0;           // the number of threads that were requested
  int lost_ = 0;            // the number of stuck threads, which are not part of asked_
  std::unordered_map<int, Group> groups_;
  std::vector<Pin> pins_;  // oldest first
  int last_pin_ = 0;
};

// A job that belongs to one thread, which starts it, waits for it, and may start it again. Any thread may call done().
class ThreadPool::Pending {
 public:
  Pending() = default;
  Pending(const Pending&) = delete;
  ~Pending();

  // Whether the job was started and not yet waited for.
  bool started() const { return started_.load(std::memory_order_acquire); }
  // Whether wait() would return at once.
  bool done() const;
  // Waits for the job; throws the first exception of its body.
  void wait();

 private:
  friend class ThreadPool;
  std::atomic<bool> started_{false};
  Body body_;
  int group_ = 0, max_threads_ = 0;
  std::optional<Job> job_;
};

}  // namespace penstock
