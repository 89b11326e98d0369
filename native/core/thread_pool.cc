// Items take milliseconds (one sample each), so one mutex per item costs nothing measurable and keeps the pool simple.
#include "core/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "core/error.h"
#include "core/threads.h"

namespace penstock {
namespace {

// Reads the limit of cgroup v2 ("max 100000" or "150000 100000"), or of v1, which has the two numbers in two files.
double cgroup_quota() {
  std::string path;
  std::ifstream self("/proc/self/cgroup");
  for (std::string line; std::getline(self, line);) {
    if (line.rfind("0::", 0) == 0) path = line.substr(3);
  }
  double best = 0;
  // A limit may be set at any level above the process's own group.
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

}  // namespace

CpuBudget cpu_budget() {
  CpuBudget b;
  b.online = static_cast<int>(std::thread::hardware_concurrency());
  b.affinity = static_cast<int>(CpuSet::of_process().ids.size());
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

int ThreadPool::new_group() {
  static std::atomic<int> last{0};
  return --last;
}

void ThreadPool::reserve(int n) {
  std::unique_lock lock(mutex_);
  grow(n, lock);
}

void ThreadPool::lose(int n, int group) {
  std::unique_lock lock(mutex_);
  lost_ += n;
  try {
    grow(asked_, lock);
  } catch (...) {
    // The lost threads could not be replaced: the other jobs go on with fewer threads.
  }
  const auto found = groups_.find(group);
  if (found == groups_.end()) return;
  found->second.active -= n;
  wake_.notify_all();
}

// Starts all of the new threads or none: a pool of half the size would otherwise stay for the rest of the process.
void ThreadPool::grow(int n, std::unique_lock<std::mutex>& lock) {
  const int all = std::max(asked_, n) + lost_;
  if (static_cast<int>(threads_.size()) >= all) {
    asked_ = std::max(asked_, n);
    return;
  }
  std::vector<std::thread> fresh;
  // The new threads wait for the lock, and then check whether they are wanted.
  const auto wanted = std::make_shared<bool>(false);
  try {
    threads_.reserve(all);
    fresh.reserve(all - threads_.size());
    while (static_cast<int>(threads_.size() + fresh.size()) < all) {
      const std::string name = "penstock/" + std::to_string(threads_.size() + fresh.size());
      fresh.push_back(start_thread(name.c_str(), [this, wanted] {
        {
          std::lock_guard start(mutex_);
          if (!*wanted) return;
        }
        loop();
      }));
    }
  } catch (...) {
    lock.unlock();
    for (std::thread& thread : fresh) thread.join();
    lock.lock();
    throw;
  }
  *wanted = true;
  asked_ = std::max(asked_, n);
  for (std::thread& thread : fresh) threads_.push_back(std::move(thread));
}

int ThreadPool::size() const {
  std::lock_guard lock(mutex_);
  return static_cast<int>(threads_.size()) - lost_;
}

int ThreadPool::waiting() const {
  std::lock_guard lock(mutex_);
  return static_cast<int>(jobs_.size());
}

int ThreadPool::pin(int threads, const std::vector<int>& cpus, const CpuSet& others) {
  const CpuSet allowed = CpuSet::of_process();
  for (int cpu : cpus) {
    if (!allowed.has(cpu)) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected CPUs of this process (%s) to pin threads to but received %d",
           allowed.text().c_str(), cpu);
    }
  }
  // The CPUs near the GPU may lie outside of this process's mask.
  CpuSet rest = others.common(allowed);
  if (rest.ids.empty()) rest = allowed;
  std::unique_lock lock(mutex_);
  grow(threads, lock);
  const int number = ++last_pin_;
  pins_.push_back({number, threads, cpus, std::move(rest)});
  for (int i = 0; i < threads; ++i) {
    const CpuSet set = place_of(i, allowed);
    if (const int code = pin_thread(threads_[i].native_handle(), set)) {
      lock.unlock();
      unpin(number);
      fail(ErrorCode::INVALID_ARGUMENT, "Expected to pin a thread to CPUs %s but received error %d", set.text().c_str(),
           code);
    }
  }
  return number;
}

void ThreadPool::unpin(int number) {
  const CpuSet allowed = CpuSet::of_process();
  std::lock_guard lock(mutex_);
  const auto found = std::find_if(pins_.begin(), pins_.end(), [&](const Pin& pin) { return pin.number == number; });
  if (found == pins_.end()) return;
  const int threads = found->threads;
  pins_.erase(found);
  // The system may refuse, for example after a change of the process's mask; the thread then stays where it is.
  for (int i = 0; i < threads; ++i) pin_thread(threads_[i].native_handle(), place_of(i, allowed));
}

CpuSet ThreadPool::place_of(int i, const CpuSet& allowed) const {
  const auto pin = std::find_if(pins_.rbegin(), pins_.rend(), [&](const Pin& pin) { return i < pin.threads; });
  if (pin == pins_.rend()) return allowed;
  return i < static_cast<int>(pin->cpus.size()) ? CpuSet{{pin->cpus[i]}} : pin->rest;
}

bool ThreadPool::may_join(const Job& job) const {
  return job.active < job.max_threads && !(job.group && job.group->full());
}

ThreadPool::Job* ThreadPool::next_job() {
  const size_t n = jobs_.size();
  for (size_t k = 0; k < n; ++k) {
    const size_t at = turn_ + k < n ? turn_ + k : turn_ + k - n;
    Job* job = jobs_[at];
    if (!may_join(*job)) continue;
    turn_ = at + 1 < n ? at + 1 : 0;
    // Groups take turns. Within a group the oldest job goes first: work that is prepared ahead then fills idle threads
    // at the end of the current batch and does not delay that batch.
    if (!job->group) return job;
    Job* first = nullptr;
    for (Job* other : jobs_) {
      const bool may = other->group == job->group && may_join(*other);
      if (may && (!first || other->rank < first->rank)) first = other;
    }
    return first;
  }
  return nullptr;
}

// Called when a thread leaves a job and does not take its next item: another thread may join that job now.
void ThreadPool::wake_if_more() {
  if (idle_ && std::any_of(jobs_.begin(), jobs_.end(), [&](Job* j) { return may_join(*j); })) wake_.notify_one();
}

ThreadPool::Group* ThreadPool::enter(int group, int max_threads) {
  if (!group) return nullptr;
  Group* entered = &groups_[group];
  entered->limits.push_back(max_threads);
  return entered;
}

void ThreadPool::leave(int group, int max_threads) {
  if (!group) return;
  std::vector<int>& limits = groups_[group].limits;
  limits.erase(std::find(limits.begin(), limits.end(), max_threads));
  if (limits.empty()) {
    groups_.erase(group);
  } else {
    // The remaining jobs of the group may use more threads now.
    wake_if_more();
  }
}

void ThreadPool::queue(Job& job, std::unique_lock<std::mutex>& lock) {
  job.taken.assign(job.max_threads, false);
  grow(job.max_threads, lock);
  jobs_.push_back(&job);
  for (int i = std::min(job.count, job.max_threads); i > 0; --i) wake_.notify_one();
}

void ThreadPool::run(int count, int max_threads, int group_id, const Body& body, Rank rank) {
  if (count <= 0) return;
  if (count == 1 && group_id == 0) {
    body(0, 0);
    return;
  }
  std::unique_lock lock(mutex_);
  Group* group = enter(group_id, max_threads);
  std::exception_ptr thrown;
  if (count == 1 && !group->full()) {
    ++group->active;
    lock.unlock();
    try {
      body(0, 0);
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    --group->active;
    wake_if_more();
  } else {
    Job job;
    job.body = &body;
    job.count = count;
    job.max_threads = max_threads;
    job.group = group;
    job.rank = rank;
    try {
      queue(job, lock);
    } catch (...) {
      thrown = std::current_exception();
    }
    if (!thrown) {
      job.done.wait(lock, [&] { return job.finished == job.count; });
      thrown = job.thrown;
    }
  }
  leave(group_id, max_threads);
  if (thrown) std::rethrow_exception(thrown);
}

void ThreadPool::start(Pending& pending, int count, int max_threads, int group, Body body, std::function<void()> told) {
  if (pending.started()) fail(ErrorCode::INTERNAL, "a job was started twice");
  pending.body_ = std::move(body);
  pending.group_ = group;
  pending.max_threads_ = max_threads;
  Job& job = pending.job_.emplace();
  job.body = &pending.body_;
  job.count = count;
  job.max_threads = max_threads;
  job.told = std::move(told);
  std::unique_lock lock(mutex_);
  job.group = enter(group, max_threads);
  try {
    queue(job, lock);
  } catch (...) {
    leave(group, max_threads);
    throw;
  }
  pending.started_.store(true, std::memory_order_release);
}

bool ThreadPool::Pending::done() const {
  if (!started()) return true;
  std::lock_guard lock(ThreadPool::instance().mutex_);
  return job_->finished == job_->count;
}

void ThreadPool::Pending::wait() {
  if (!started()) return;
  ThreadPool& pool = ThreadPool::instance();
  std::unique_lock lock(pool.mutex_);
  job_->done.wait(lock, [&] { return job_->finished == job_->count; });
  pool.leave(group_, max_threads_);
  lock.unlock();
  const std::exception_ptr thrown = job_->thrown;
  started_.store(false, std::memory_order_release);
  job_.reset();
  body_ = nullptr;
  if (thrown) std::rethrow_exception(thrown);
}

ThreadPool::Pending::~Pending() {
  try {
    wait();
  } catch (...) {
    // The owner of the job is being destroyed, so there is no caller to throw to.
  }
}

void ThreadPool::loop() {
  std::unique_lock lock(mutex_);
  Job* last = nullptr;  // the job of the previous item, if it has more items
  int worker = 0;
  for (;;) {
    Job* job = next_job();
    if (!job) {
      last = nullptr;
      ++idle_;
      wake_.wait(lock);
      --idle_;
      continue;
    }
    // A thread that stays with a job keeps its worker number, and with it the caches of that worker.
    if (job != last)
      worker = static_cast<int>(std::find(job->taken.begin(), job->taken.end(), false) - job->taken.begin());
    job->taken[worker] = true;
    ++job->active;
    if (job->group) ++job->group->active;
    const int i = job->next++;
    // The last item is handed out, so no other thread may join the job.
    if (job->next == job->count) drop(job);
    if (job != last) wake_if_more();
    lock.unlock();
    std::exception_ptr thrown;
    try {
      (*job->body)(i, worker);
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    if (thrown && !job->thrown) job->thrown = std::move(thrown);
    job->taken[worker] = false;
    --job->active;
    if (job->group) --job->group->active;
    last = job->next < job->count ? job : nullptr;
    // Once it is complete and the lock is free, its owner may destroy the job.
    if (++job->finished < job->count) continue;
    job->done.notify_one();
    if (job->told) job->told();
  }
}

void ThreadPool::drop(Job* job) {
  const size_t at = std::find(jobs_.begin(), jobs_.end(), job) - jobs_.begin();
  jobs_.erase(jobs_.begin() + static_cast<ptrdiff_t>(at));
  if (turn_ > at) --turn_;
  if (turn_ >= jobs_.size()) turn_ = 0;
}

}  // namespace penstock
