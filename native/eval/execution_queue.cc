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

}  // namespace

void Execution::wait() {
  if (done()) return;
  std::unique_lock lock(mutex_);
  settled_.wait(lock, [this] { return done(); });
}

const std::shared_ptr<Memory>& Execution::result() const {
  if (error_) {
    if (const auto* sample = dynamic_cast<const SampleError*>(error_.get())) throw *sample;
    throw *error_;
  }
  return pooled_;
}

ArenaRef Execution::arena() const {
  if (pooled_) return pooled_->ref();
  return given_memory ? given_memory->ref() : ArenaRef(given, given_bytes);
}

void Execution::settle(State state) {
  // Only the run needs these; the result may be kept for long. Who learns that the run is over may free its inputs.
  inputs.clear();
  programs.clear();
  {
    std::lock_guard lock(mutex_);
    state_.store(state, std::memory_order_release);
  }
  settled_.notify_all();
}

void Execution::run(int worker) { attempt(worker, false); }

bool Execution::run_quick() {
  // Waiting for an execution of another queue would block the caller.
  const auto is_there = [](const Input& in) { return !in.execution || in.execution->done(); };
  return std::all_of(inputs.begin(), inputs.end(), is_there) && attempt(-1, true);
}

bool Execution::attempt(int worker, bool only_quick) {
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

void Execution::drop(const Error& why) {
  error_ = std::make_unique<Error>(why);
  settle(State::failed);
}

bool Execution::make(int worker, bool only_quick) {
  std::vector<ArenaRef> arenas;
  std::vector<const int32_t*> rows;
  for (Input& in : inputs) {
    if (in.execution) {
      // An execution of this queue is done by now; an execution of another queue may still run.
      in.execution->wait();
      if (in.execution->error_) fail(ErrorCode::INTERNAL, "an input was not made");
      arenas.push_back(in.execution->arena());
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

ExecutionQueue::ExecutionQueue(int threads, int width, Words* words, std::function<void()> wake)
    : words_(*words), wake_(std::move(wake)) {
  for (int i = 0; i < width; ++i) scratch_.push_back(std::make_shared<ScratchSet>(threads));
}

ExecutionQueue::~ExecutionQueue() { ExecutionQueue::shut(); }

// Called with the lock held, before an execution is queued: starts one more thread until there are `width`. When the
// system grants none, the existing threads do the work; without any thread the execution cannot be queued, and this
// throws.
void ExecutionQueue::start() {
  const int i = static_cast<int>(threads_.size());
  if (i == width()) return;
  threads_.reserve(width());
  try {
    threads_.push_back(start_thread("penstock/queue", [this, i] { loop(i); }));
  } catch (const Error&) {
    if (threads_.empty()) throw;
  }
}

// Called with the lock held.
void ExecutionQueue::queue(std::shared_ptr<Execution> execution) {
  start();
  executions_.push_back(execution);
  waiting_.push_back(std::move(execution));
  // Not any one thread: that which ran the last execution leaves this one to another.
  work_.notify_all();
}

void ExecutionQueue::submit(std::shared_ptr<Execution> execution, RunsOn on) {
  std::unique_lock lock(mutex_);
  if (stop_) {
    execution->drop(Error(ErrorCode::PIPELINE_CLOSED, "The context of this call is closed"));
    return;
  }
  execution->queue = this;
  if (on == RunsOn::queue || !executions_.empty()) return queue(std::move(execution));
  here_ = true;
  lock.unlock();
  bool made = true;
  if (on == RunsOn::caller)
    execution->run(-1);
  else
    made = execution->run_quick();
  lock.lock();
  here_ = false;
  if (made)
    ++words_.counted;
  else
    queue(std::move(execution));
}

// Whether a thread could run the execution without waiting for another thread of this queue. Called with the lock
// held.
bool ExecutionQueue::may_begin(const Execution& execution) const {
  return std::all_of(execution.inputs.begin(), execution.inputs.end(), [this](const Execution::Input& in) {
    return !in.execution || in.execution->queue != this || in.execution->done();
  });
}

// Takes the first waiting execution that may begin; null when there is none. Called with the lock held.
std::shared_ptr<Execution> ExecutionQueue::next() {
  if (here_) return nullptr;
  const auto first =
      std::find_if(waiting_.begin(), waiting_.end(), [this](const auto& execution) { return may_begin(*execution); });
  if (first == waiting_.end()) return nullptr;
  auto execution = std::move(*first);
  waiting_.erase(first);
  return execution;
}

void ExecutionQueue::loop(int worker) {
  std::unique_lock lock(mutex_);
  for (;;) {
    std::shared_ptr<Execution> execution;
    for (;;) {
      // An execution is done when its work on the GPU is queued. The next one of the same thread uses the same scratch
      // memory, so it would wait for that work; one of another thread runs beside it.
      const bool leaves = worker == last_ && idle_ > 0;
      if (stop_ || (!leaves && (execution = next()))) break;
      ++idle_;
      work_.wait(lock);
      --idle_;
    }
    if (!execution) return;
    last_ = worker;
    // The thread that left this execution may take the next one.
    if (!waiting_.empty() && width() > 1) work_.notify_all();
    lock.unlock();
    execution->run(worker);
    lock.lock();
    ended();
  }
}

// Counts the executions that are done. Called with the lock held, after an execution has ended. Readers of the
// counter identify executions by their number, so executions are counted in order.
void ExecutionQueue::ended() {
  uint32_t count = 0;
  for (; !executions_.empty() && executions_.front()->done(); ++count) executions_.pop_front();
  const uint32_t counted = words_.counted += count;
  // The counter wraps around, so numbers are compared by their difference.
  const bool reached = counted - words_.awaited < count;
  if (reached || executions_.empty()) wake_();
  // Several waiting executions may need the result of this one.
  if (!waiting_.empty() && width() > 1) work_.notify_all();
}

int64_t ExecutionQueue::trim() {
  std::lock_guard lock(mutex_);
  if (here_ || !executions_.empty()) return 0;
  size_t freed = 0;
  for (const auto& set : scratch_) {
    for (ThreadScratch& thread : *set) freed += thread.sample.trim() + thread.batch.trim();
  }
  return static_cast<int64_t>(freed);
}

void ExecutionQueue::shut() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
    for (const auto& execution : waiting_)
      execution->drop(Error(ErrorCode::PIPELINE_CLOSED, "The context of this call is closed"));
    waiting_.clear();
  }
  work_.notify_all();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace penstock
