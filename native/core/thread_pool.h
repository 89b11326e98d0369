// The process's one pool of decoding threads, shared by all pipelines and contexts. It grows to the largest number
// asked for and never shrinks; a job says how many threads it, and all jobs of its group, may use at once. Threads go
// round the waiting jobs item by item. Lives until the process ends.
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

// What the process may use: the affinity mask cut by the cgroup's CPU quota; at least 1.
struct CpuBudget {
  int online = 0;    // cores of the machine
  int affinity = 0;  // of them in this process's mask
  double quota = 0;  // cores granted by the cgroup; 0 when unlimited
  int usable = 0;    // the smaller of the two, rounded up
};
CpuBudget cpu_budget();

// Of `threads`, those that may work at once beside a GPU's decoder: a quarter of the cores is for feeding the engines,
// for the stages and for the user. Measured on 16 cores: with 12 threads a fifth more images than with 15.
int threads_beside_gpu(int threads);

class ThreadPool {
 public:
  static ThreadPool& instance();

  // A number for run() that no handle has, and no other group.
  static int new_group();

  // Makes sure that at least n threads exist. Throws THREADS_UNAVAILABLE where the system does not grant them; those
  // that had started for this call have ended then.
  void reserve(int n);
  int size() const;

  // Jobs that have items to hand out.
  int waiting() const;

  // So many threads are stuck in a body of a job of this group that does not return: new ones take their places, and
  // the other jobs of the group go on without them.
  void lose(int n, int group);

  using Body = std::function<void(int, int)>;

  // Which job of a group goes first; of one rank the oldest. `leads`: short, and much waits for it. `yields`: takes all
  // threads for long, while others wait for what is short.
  enum class Rank : uint8_t { leads, ordinary, yields };

  // Calls body(i, worker) for every i in [0, count), `worker` below max_threads and never used by two calls at once;
  // returns when all are done. One item runs on the caller's thread where its group has a place free: a hand-over costs
  // more than small work. Items of all jobs of one group, unless it is 0, together use at most as many at once as the
  // job among them with the fewest may use, callers' threads included. What body throws first is thrown here, once the
  // other items are done. Throws as reserve() does, and calls nothing then.
  void run(int count, int max_threads, int group, const Body& body, Rank rank = Rank::ordinary);

  // A job that goes on while its owner does something else; see start(). Its end waits for it.
  class Pending;
  // As run(), but does not wait for the items, of which none runs on the caller's thread. `told` is called once, when
  // all are done, by whichever thread did the last one and with the pool locked: it must be short.
  void start(Pending& pending, int count, int max_threads, int group, Body body, std::function<void()> told);

  // Until unpin() of the number that it returns: pins thread i < cpus.size() to cpus[i], and the rest of the first
  // `threads` to those of `others` that this process may use, or to all that it may use where that is none. Of several
  // pins that name a thread the latest one decides. Throws INVALID_ARGUMENT, and pins no thread, where one of `cpus` is
  // not in the process's mask.
  int pin(int threads, const std::vector<int>& cpus, const CpuSet& others);
  // Its threads go back to the latest other pin that names them, else to the CPUs of the process.
  void unpin(int pin);

  // Threads of imperative contexts that were made without a number: what the user has set for the process, 0 for the
  // default.
  std::atomic<int> imperative_threads{0};
  // A context has begun to work with that number.
  std::atomic<bool> imperative_started{false};

 private:
  struct Group {
    int active = 0;
    std::vector<int> limits;  // of its jobs
    bool full() const { return active >= *std::min_element(limits.begin(), limits.end()); }
  };
  struct Job {
    const Body* body;
    int count, max_threads;
    Group* group;  // null: none
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
  // Where thread i may run; with the lock held.
  CpuSet place_of(int i, const CpuSet& allowed) const;
  // All with the lock held. grow() gives it away for a moment before it throws.
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
  std::vector<Job*> jobs_;  // those with items to hand out
  size_t turn_ = 0;         // of the job that is asked first
  int idle_ = 0;            // threads that wait
  int asked_ = 0;           // threads that there should be
  int lost_ = 0;            // threads beside them that are stuck
  std::unordered_map<int, Group> groups_;
  std::vector<Pin> pins_;  // oldest first
  int last_pin_ = 0;
};

// Belongs to one thread, which starts it, waits for it, and may start it again. done() may be asked by any.
class ThreadPool::Pending {
 public:
  Pending() = default;
  Pending(const Pending&) = delete;
  ~Pending();

  // Started, and not waited for yet.
  bool started() const { return started_.load(std::memory_order_acquire); }
  // Nothing is left to wait for.
  bool done() const;
  // Throws what body has thrown first.
  void wait();

 private:
  friend class ThreadPool;
  std::atomic<bool> started_{false};
  Body body_;
  int group_ = 0, max_threads_ = 0;
  std::optional<Job> job_;
};

}  // namespace penstock
