// Items are milliseconds long (one sample each), so one mutex per item hand-over costs nothing that can be measured
// and keeps the pool simple enough to trust.
#include "core/thread_pool.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

namespace penstock {
namespace {

// cgroup v2 "max 100000" or "150000 100000"; v1 has the two numbers in two files.
double cgroup_quota() {
  std::string path;
  std::ifstream self("/proc/self/cgroup");
  for (std::string line; std::getline(self, line);) {
    if (line.rfind("0::", 0) == 0) path = line.substr(3);
  }
  double best = 0;
  // A limit may stand at any level above the process's own group.
  for (std::string p = path;;) {
    std::ifstream f("/sys/fs/cgroup" + p + "/cpu.max");
    std::string quota;
    double period = 0;
    if (f >> quota >> period && quota != "max" && period > 0) {
      const double q = std::atof(quota.c_str()) / period;
      if (q > 0 && (best == 0 || q < best)) best = q;
    }
    if (p.empty() || p == "/") break;
    p.erase(p.find_last_of('/'));
  }
  if (best > 0) return best;
  std::ifstream q("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), p("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  double quota = 0, period = 0;
  return q >> quota && p >> period && quota > 0 && period > 0 ? quota / period : 0;
}

int affinity_count() {
  // The mask's size is the kernel's, which may be above CPU_SETSIZE.
  for (int cpus = 1024; cpus <= 1 << 16; cpus *= 4) {
    cpu_set_t* set = CPU_ALLOC(cpus);
    const size_t bytes = CPU_ALLOC_SIZE(cpus);
    CPU_ZERO_S(bytes, set);
    const bool ok = sched_getaffinity(0, bytes, set) == 0;
    const int n = ok ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (ok) return n;
  }
  return 0;
}

}  // namespace

CpuBudget cpu_budget() {
  CpuBudget b;
  b.online = static_cast<int>(std::thread::hardware_concurrency());
  b.affinity = affinity_count();
  if (b.affinity == 0) b.affinity = std::max(1, b.online);
  b.quota = cgroup_quota();
  b.usable = b.affinity;
  if (b.quota > 0) b.usable = std::min(b.usable, static_cast<int>(std::ceil(b.quota)));
  b.usable = std::max(1, b.usable);
  return b;
}

ThreadPool& ThreadPool::instance() {
  // Leaked on purpose: threads outlive every environment, and static destructors would race with them.
  static ThreadPool* pool = new ThreadPool();
  return *pool;
}

void ThreadPool::reserve(int n) {
  std::lock_guard lock(mutex_);
  while (static_cast<int>(threads_.size()) < n) threads_.emplace_back([this] { loop(); });
}

int ThreadPool::size() const {
  std::lock_guard lock(mutex_);
  return static_cast<int>(threads_.size());
}

void ThreadPool::run(int count, int max_threads, const std::function<void(int, int)>& body) {
  if (count <= 0) return;
  if (count == 1) {
    body(0, 0);
    return;
  }
  reserve(max_threads);
  Job job;
  job.body = &body;
  job.count = count;
  job.max_threads = max_threads;
  job.taken.assign(max_threads, false);
  std::unique_lock lock(mutex_);
  jobs_.push_back(&job);
  for (int i = std::min(count, max_threads); i > 0; --i) wake_.notify_one();
  job.done.wait(lock, [&] { return job.finished == job.count; });
}

void ThreadPool::loop() {
  std::unique_lock lock(mutex_);
  for (;;) {
    Job* job = nullptr;
    wake_.wait(lock, [&] {
      for (Job* j : jobs_) {
        if (j->active < j->max_threads) {
          job = j;
          return true;
        }
      }
      return false;
    });
    const int worker = static_cast<int>(std::find(job->taken.begin(), job->taken.end(), false) - job->taken.begin());
    job->taken[worker] = true;
    ++job->active;
    while (job->next < job->count) {
      const int i = job->next++;
      // No more to hand out: nobody else may join, and the job may end under us once `finished` is complete.
      if (job->next == job->count) jobs_.erase(std::find(jobs_.begin(), jobs_.end(), job));
      lock.unlock();
      (*job->body)(i, worker);
      lock.lock();
      if (++job->finished == job->count) {
        job->done.notify_one();
        job = nullptr;
        break;
      }
    }
    if (job) {
      job->taken[worker] = false;
      --job->active;
    }
  }
}

}  // namespace penstock
