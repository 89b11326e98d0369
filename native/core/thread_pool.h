// The process's one pool of decoding threads, shared by all pipelines and contexts. It grows to the largest number
// asked for and never shrinks; a job says how many threads it may use at once. Lives until the process ends.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace penstock {

// What the process may use: the affinity mask cut by the cgroup's CPU quota; at least 1.
struct CpuBudget {
  int online = 0;    // cores of the machine
  int affinity = 0;  // of them in this process's mask
  double quota = 0;  // cores granted by the cgroup; 0 when unlimited
  int usable = 0;    // the smaller of the two, rounded up
};
CpuBudget cpu_budget();

class ThreadPool {
 public:
  static ThreadPool& instance();

  // Makes sure that at least n threads exist.
  void reserve(int n);
  int size() const;

  // Calls body(i, worker) for every i in [0, count), `worker` below max_threads and never used by two calls at once;
  // returns when all are done. One item, or max_threads 1 from a caller that says so, still runs on a pool thread
  // unless `count` is 1: a hand-over costs more than small work. body must not throw.
  void run(int count, int max_threads, const std::function<void(int, int)>& body);

 private:
  struct Job {
    const std::function<void(int, int)>* body;
    int count, max_threads;
    int next = 0, finished = 0, active = 0;
    std::vector<bool> taken;
    std::condition_variable done;
  };

  void loop();

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::thread> threads_;
  std::vector<Job*> jobs_;
};

}  // namespace penstock
