// See execution_queue.h.
#include "eval/execution_queue.h"

#include <algorithm>
#include <chrono>

#include "core/arena.h"
#include "core/boundary.h"
#include "core/threads.h"
#include "eval/arena_pool.h"

namespace penstock {

namespace {

int64_t now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

constexpr int64_t kMillisecond = 1'000'000;
// When a held call that expects a larger one becomes due. kWorkLimit is CPU time of the caller's thread: it covers
// compiling the code of a new call (some milliseconds) and a garbage collection (ten). kWaitLimit is elapsed time, for
// a caller that blocks; a busy machine keeps the caller from a core for less.
constexpr int64_t kWorkLimit = 20 * kMillisecond, kWaitLimit = 200 * kMillisecond;
constexpr auto kTick = std::chrono::milliseconds(1);

// The CPU time of a thread in ns, or -1 when the thread has ended.
int64_t worked(clockid_t clock) {
  timespec time;
  return clock_gettime(clock, &time) == 0 ? time.tv_sec * 1000 * kMillisecond + time.tv_nsec : -1;
}

}  // namespace

void EvalCall::wait() {
  if (done()) return;
  std::unique_lock lock(mutex_);
  settled_.wait(lock, [this] { return done(); });
}

const std::shared_ptr<Memory>& EvalCall::result() const {
  if (error_) {
    if (const auto* sample = dynamic_cast<const SampleError*>(error_.get())) throw *sample;
    throw *error_;
  }
  return pooled_;
}

ArenaRef EvalCall::arena() const { return pooled_ ? pooled_->ref() : ArenaRef(given, given_bytes); }

void EvalCall::settle(State state) {
  {
    std::lock_guard lock(mutex_);
    state_.store(state, std::memory_order_release);
  }
  settled_.notify_all();
  // Only the run needs these; the result may be kept for long.
  inputs.clear();
  programs.clear();
}

void EvalCall::run(int worker) { attempt(worker, false); }

bool EvalCall::run_quick() {
  // Waiting for a call of another queue would block the caller.
  const auto is_there = [](const Input& in) { return !in.call || in.call->done(); };
  return std::all_of(inputs.begin(), inputs.end(), is_there) && attempt(-1, true);
}

bool EvalCall::attempt(int worker, bool only_quick) {
  worker_ = worker;
  began_ = now();
  try {
    if (!make(std::max(worker, 0), only_quick)) return false;
    ended_ = now();
    settle(State::done);
  } catch (const SampleError& e) {
    error_ = std::make_unique<SampleError>(e);
  } catch (...) {
    error_ = std::make_unique<Error>(caught());
  }
  if (error_) {
    ended_ = now();
    pooled_.reset();
    settle(State::failed);
  }
  return true;
}

void EvalCall::drop(const Error& why) {
  error_ = std::make_unique<Error>(why);
  settle(State::failed);
}

bool EvalCall::make(int worker, bool only_quick) {
  std::vector<ArenaRef> arenas;
  std::vector<const int32_t*> rows;
  for (Input& in : inputs) {
    if (in.call) {
      // A call of this queue is done by now; a call of another queue may still run.
      in.call->wait();
      if (in.call->error_) fail(ErrorCode::INTERNAL, "an input was not made");
      arenas.push_back(in.call->arena());
    } else {
      arenas.push_back(in.memory ? in.memory->ref() : ArenaRef(in.data));
    }
    rows.push_back(in.rows.empty() ? nullptr : in.rows.data());
  }
  const auto& object = programs[worker];
  BusyGuard guard(*object);
  Program& p = object->program;
  if (only_quick && !p.has_quick_setup(count)) return false;
  p.begin(0);
  p.draw(draws.data(), draws.size());
  int64_t bytes;
  if (arenas.empty()) {
    std::vector<SampleId> ids(count);
    for (int i = 0; i < count; ++i) ids[i] = {i, 0, 0, i + 1};
    bytes = p.setup(ids.data(), count);
  } else {
    bytes = p.setup(arenas, rows, count);
  }
  if (only_quick && !p.has_quick_run()) return false;
  if (bytes > given_bytes) pooled_ = ArenaPool::instance().take(bytes, gpu);
  const ArenaRef out = arena();
  p.run(out);
  p.finish(out.data, 0);
  return true;
}

ExecutionQueue::ExecutionQueue(int threads, int width, std::atomic<uint32_t>* settled, std::function<void()> wake)
    : settled_(settled), wake_(std::move(wake)) {
  for (int i = 0; i < width; ++i) scratch_.push_back(std::make_shared<ScratchSet>(threads));
}

ExecutionQueue::~ExecutionQueue() { ExecutionQueue::shut(); }

// Called with the lock held, before a call is queued: starts one more thread when all threads have work. When the
// system grants none, the existing threads do the work; without any thread the call cannot be queued, and this throws.
void ExecutionQueue::start() {
  const int i = static_cast<int>(threads_.size());
  if (i == width() || calls_.size() < threads_.size()) return;
  threads_.reserve(width());
  try {
    threads_.push_back(start_thread("penstock/queue", [this, i] { loop(i); }));
  } catch (const Error&) {
    if (threads_.empty()) throw;
  }
}

// Called with the lock held.
void ExecutionQueue::queue(std::shared_ptr<EvalCall> call) {
  start();
  calls_.push_back(call);
  waiting_.push_back(std::move(call));
  work_.notify_one();
}

void ExecutionQueue::submit(std::shared_ptr<EvalCall> call, RunsOn on) {
  std::unique_lock lock(mutex_);
  if (stop_) {
    call->drop(Error(ErrorCode::PIPELINE_CLOSED, "The context of this call is closed"));
    return;
  }
  call->queue = this;
  if (on == RunsOn::queue || !calls_.empty()) return queue(std::move(call));
  here_ = true;
  lock.unlock();
  bool made = true;
  if (on == RunsOn::caller)
    call->run(-1);
  else
    made = call->run_quick();
  lock.lock();
  here_ = false;
  if (made)
    count(*call);
  else
    queue(std::move(call));
}

void ExecutionQueue::hold(std::shared_ptr<EvalCall> call, bool complete) {
  std::lock_guard lock(mutex_);
  if (stop_) return;
  call->queue = this;
  try {
    start();
  } catch (const Error&) {
    // Without a thread, the call begins when it is released.
  }
  held_ = Held{std::move(call), now() + (complete ? kMillisecond : kWaitLimit)};
  if (!complete && pthread_getcpuclockid(pthread_self(), &held_.clock) == 0) held_.worked = worked(held_.clock);
  if (ticking_ == 0) work_.notify_one();
}

bool ExecutionQueue::release(const std::shared_ptr<EvalCall>& call, RunsOn on) {
  if (!revoke(call)) return false;
  submit(call, on);
  return true;
}

bool ExecutionQueue::revoke(const std::shared_ptr<EvalCall>& call) {
  std::lock_guard lock(mutex_);
  if (held_.call != call) return false;
  held_ = Held();
  return true;
}

// Whether the held call is to be queued. Called with the lock held, while a call is held.
bool ExecutionQueue::due() const {
  if (now() >= held_.until) return true;
  return held_.worked > 0 && worked(held_.clock) - held_.worked >= kWorkLimit;
}

// Called with the lock held.
void ExecutionQueue::count(EvalCall& call) {
  call.counted = true;
  settled_->fetch_add(1, std::memory_order_release);
}

bool ExecutionQueue::watch(const std::shared_ptr<EvalCall>& call) {
  std::lock_guard lock(mutex_);
  if (call->counted) return false;
  watched_.push_back(call);
  return true;
}

// Whether a thread could run the call without waiting for another thread of this queue. Called with the lock held.
bool ExecutionQueue::may_begin(const EvalCall& call) const {
  return std::all_of(call.inputs.begin(), call.inputs.end(), [this](const EvalCall::Input& in) {
    return !in.call || in.call->queue != this || in.call->done();
  });
}

// Takes the first waiting call that may begin; null when there is none. Called with the lock held.
std::shared_ptr<EvalCall> ExecutionQueue::next() {
  if (here_) return nullptr;
  const auto first =
      std::find_if(waiting_.begin(), waiting_.end(), [this](const auto& call) { return may_begin(*call); });
  if (first == waiting_.end()) return nullptr;
  auto call = std::move(*first);
  waiting_.erase(first);
  return call;
}

void ExecutionQueue::loop(int worker) {
  std::unique_lock lock(mutex_);
  for (;;) {
    std::shared_ptr<EvalCall> call;
    while (!stop_ && !(call = next())) {
      if (!held_.call) {
        work_.wait(lock);
      } else if (due()) {
        calls_.push_back(held_.call);
        waiting_.push_back(std::move(held_.call));
        held_ = Held();
      } else {
        ++ticking_;
        work_.wait_for(lock, kTick);
        --ticking_;
      }
    }
    if (!call) return;
    lock.unlock();
    call->run(worker);
    lock.lock();
    ended();
  }
}

// Counts the calls that are done. Called with the lock held, after a call has ended. Readers of the counter identify
// calls by their number, so calls are counted in order.
void ExecutionQueue::ended() {
  while (!calls_.empty() && calls_.front()->done()) {
    count(*calls_.front());
    calls_.pop_front();
  }
  const auto first = std::remove_if(watched_.begin(), watched_.end(), [](const auto& call) { return call->counted; });
  const bool awaited = first != watched_.end();
  watched_.erase(first, watched_.end());
  if (awaited || calls_.empty()) wake_();
  // Several waiting calls may need the result of this one.
  if (!waiting_.empty() && width() > 1) work_.notify_all();
}

void ExecutionQueue::shut() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
    for (const auto& call : waiting_)
      call->drop(Error(ErrorCode::PIPELINE_CLOSED, "The context of this call is closed"));
    waiting_.clear();
    watched_.clear();
    held_ = Held();
  }
  work_.notify_all();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace penstock
