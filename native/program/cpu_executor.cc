// See cpu_executor.h.
#include "program/cpu_executor.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>

#include "core/boundary.h"
#include "core/streamed.h"
#include "core/test_faults.h"
#include "dataset/order/sample_at_hand.h"
#include "dataset/set/dataset.h"
#include "program/frames.h"
#include "program/setup.h"
#include "program/sharing.h"
#include "program/shrink.h"
#include "program/whole_batch.h"

namespace penstock {
namespace {

// A batch smaller than this takes less time to make than to hand over to the pool, as far as is known before the first
// one is made.
constexpr int64_t kParallelBytes = 64 << 10;

bool is_poisoned(const OpNode& op, const Value* v) {
  const auto bad = [&](int i) { return v[i].poisoned; };
  return std::any_of(op.inputs.begin(), op.inputs.end(), bad) || std::any_of(op.outputs.begin(), op.outputs.end(), bad);
}

// Whether an output is the whole of another value, so that this may be made in the output's place.
bool covers(const Value& output, int value, const Value& made) {
  return output.chosen == value && output.peer < 0 && output.shift == 0 && output.bytes() == made.bytes();
}

}  // namespace

CpuExecutor::CpuExecutor(BatchState& state) : state_(state), order_(state.spec.batch_size) {}

bool CpuExecutor::start(uint8_t* arena, std::function<void()> told) {
  if (!order_samples()) return false;
  const ProgramSpec& spec = state_.spec;
  ThreadPool::instance().start(pending_, hands_.items(), spec.threads, spec.group, maker(arena), std::move(told));
  return true;
}

bool CpuExecutor::settle() {
  if (!pending_.started()) return false;
  try {
    pending_.wait();
  } catch (...) {
    // The caller forgets the samples of this job, and with them its exception.
  }
  state_.take_busy();
  return true;
}

bool CpuExecutor::run(uint8_t* arena, const MemoryOutlook& memory) {
  if (pending_.started()) {
    pending_.wait();
    state_.run_pace.note(state_.take_busy(), cost_);
  } else if (refused_.empty()) {
    run_all(arena);
  }
  return refused_.empty() || run_alone(arena, memory);
}

bool CpuExecutor::is_quick() {
  sum_cost();
  return state_.run_pace.is_quick(cost_);
}

void CpuExecutor::sum_cost() {
  cost_ = 0;
  for (int i = state_.done; i < state_.count; ++i) {
    Sample& s = state_.samples[i];
    if (s.cost == 0) {
      const Value* v = state_.values(i);
      for (int o : state_.spec.outputs) s.cost += static_cast<double>(v[o].bytes());
    }
    cost_ += s.cost;
  }
}

// Orders the samples from the largest to the smallest: the last samples to finish are then small, so threads end
// together. Returns false when making the batch takes less time than handing it over to the pool; the order is then
// that of the batch. Samples that share work come one after the other.
bool CpuExecutor::order_samples() {
  const int from = state_.done, n = state_.count - state_.done;
  state_.timed_together = false;
  sum_cost();
  std::iota(order_.begin(), order_.begin() + n, from);
  const double expected = state_.run_pace.expected(cost_);
  if (expected < 0 ? !has_parallel_bytes() : expected < Pace::kHandOverNs) {
    hands_ = {n, n, {}};
    // Programs with scratch memory of their own keep the times of each call.
    const std::deque<OpNode>& ops = state_.spec.ops;
    state_.timed_together = expected >= 0 && state_.shares_scratch && ops.size() == 1 && !ops[0].aliases();
    return false;
  }
  const auto shares = [&](int i) { return state_.samples[i].shared_work.line != 0; };
  if (std::any_of(order_.begin(), order_.begin() + n, shares)) {
    order_sharing(n);
  } else {
    std::stable_sort(order_.begin(), order_.begin() + n,
                     [&](int a, int b) { return state_.samples[a].cost > state_.samples[b].cost; });
    hands_ = Handing::of(n, state_.spec.threads, expected);
    for (int i = 0; i < n && n < state_.spec.threads; ++i)
      state_.samples[order_[i]].turn.threads = hands_.threads(i, state_.spec.threads);
  }
  return true;
}

void CpuExecutor::order_sharing(int n) {
  std::vector<SharingSample> samples;
  for (int i = 0; i < n; ++i) {
    const Sample& s = state_.samples[order_[i]];
    samples.push_back({order_[i], s.cost, s.shared_work});
  }
  hands_ = {n, 1, hand_out(samples, state_.spec.threads)};
  std::transform(samples.begin(), samples.end(), order_.begin(), [](const SharingSample& s) { return s.position; });
  for (int item = 0; item < hands_.items(); ++item) {
    Turn turn;
    turn.threads = hands_.threads(item, state_.spec.threads);
    for (int i = hands_.begin(item); i < hands_.end(item); ++i) {
      turn.shared_end = std::max(turn.shared_end, samples[i].work.end);
    }
    for (int i = hands_.begin(item); i < hands_.end(item); ++i) state_.samples[order_[i]].turn = turn;
  }
}

bool CpuExecutor::has_parallel_bytes() const {
  int64_t bytes = 0;
  for (int i = state_.done; i < state_.count && bytes < kParallelBytes; ++i) {
    for (const int k : state_.route(i).values) bytes += state_.values(i)[k].bytes();
  }
  return bytes >= kParallelBytes;
}

// The function that a thread calls for the i-th item of samples in that order. Samples whose scratch memory is refused
// go to refused_.
std::function<void(int, int)> CpuExecutor::maker(uint8_t* arena) {
  return [this, arena](int item, int worker) {
    Worker& w = *state_.workers[worker];
    const auto one = [&](int position) {
      if (run_sample(position, w, arena, Attempt::together)) return;
      std::lock_guard lock(refused_mutex_);
      refused_.push_back(position);
      some_refused_.store(true, std::memory_order_relaxed);
    };
    const RunningGuard running(w.running);
    const uint64_t t0 = w.now = now_ns();
    // The thread that has set the samples up is another one, with caches of its own.
    const int first = hands_.begin(item), count = hands_.end(item) - first;
    if (hands_.items() > 1) prefetch_reads(state_, count, [&](int i) { return order_[first + i]; });
    for (int i = hands_.begin(item); i < hands_.end(item); ++i) {
      one(order_[i]);
      // Large samples take turns with the scratch memory that one of them has got, while the other threads make small
      // ones.
      for (int next; (next = refused_that_fits(w)) >= 0;) one(next);
    }
    if (state_.timed_together) state_.time_together(w);
    w.busy += w.now - t0;
  };
}

// Makes the appended samples, on several threads unless they are small.
void CpuExecutor::run_all(uint8_t* arena) {
  if (state_.count == state_.done) return;
  const ProgramSpec& spec = state_.spec;
  order_samples();
  ThreadPool::instance().run(hands_.items(), spec.threads, spec.group, maker(arena));
  state_.run_pace.note(state_.take_busy(), cost_);
}

// Makes the refused samples one at a time, each with the scratch memory of all threads available to it. Returns false
// when some of them need memory that the budget may hold later.
bool CpuExecutor::run_alone(uint8_t* arena, const MemoryOutlook& memory) {
  std::vector<int> left = std::move(refused_);
  refused_.clear();
  std::sort(left.begin(), left.end());
  const Attempt attempt = memory.may_grow ? Attempt::alone : Attempt::last;
  for (const int position : left) {
    const int64_t wanted = state_.samples[position].wanted;
    for (auto& w : state_.workers) {
      const bool enough = w == state_.workers[0] && wanted <= static_cast<int64_t>(w->scratch.reserved());
      if (!enough) w->scratch.trim();
    }
    bool made = true;
    ThreadPool::instance().run(1, state_.spec.threads, state_.spec.group, [&](int, int worker) {
      Worker& w = *state_.workers[worker];
      const RunningGuard running(w.running);
      w.now = now_ns();
      made = run_sample(position, w, arena, attempt);
    });
    if (!made) refused_.push_back(position);
  }
  return refused_.empty();
}

// Takes a refused sample that fits in the memory this thread already has; returns its position, or -1. Called by pool
// threads.
int CpuExecutor::refused_that_fits(const Worker& w) {
  if (!some_refused_.load(std::memory_order_relaxed)) return -1;
  std::lock_guard lock(refused_mutex_);
  const auto found = std::find_if(refused_.begin(), refused_.end(), [&](int position) {
    const int64_t wanted = state_.samples[position].wanted;
    return wanted > 0 && wanted <= static_cast<int64_t>(w.scratch.reserved());
  });
  if (found == refused_.end()) return -1;
  const int position = *found;
  refused_.erase(found);
  return position;
}

// Makes one sample. Returns false when memory for it was refused and it is to be made again.
bool CpuExecutor::run_sample(int position, Worker& w, uint8_t* arena, Attempt attempt) {
  if (state_.stops()) return true;
  const Sample& sample = state_.samples[position];
  Value* v = state_.values(position);
  w.scratch.reset();
  w.ran.clear();
  w.running.begin(sample.info.index, sample.info.source, w.now);
  std::optional<SampleAtHand> hand;
  if (state_.spec.dataset) hand.emplace(sample.member, sample.extent);
  size_buffers(sample, v, w, arena);
  if (const int source = state_.spec.source_value; source >= 0) {
    v[source].data = place_in_arena(sample, v, source, arena);
    *v[source].as<int32_t>() = sample.route;
  }
  for (const auto& [of_route, op_index] : state_.route(position).steps) {
    const OpNode& op = *of_route;
    if (op.early || v[op.outputs[0]].absent) continue;
    if (op.aliases()) {
      bind(state_, op, position);
    } else if (is_poisoned(op, v)) {
      for (int o : op.outputs) v[o].poisoned = true;
    } else if (const Value* image = op.twins.empty() ? nullptr : made_by_twin(state_, op, position)) {
      v[op.outputs[0]].data = image->data;
    } else if (!run_op(op, op_index, position, w, arena, attempt)) {
      return false;
    }
  }
  count_ran(w);
  // The time of the copies is no operator's.
  if (write_outputs(sample, v, arena) && !state_.timed_together) w.now = now_ns();
  w.scratch.reset();
  return true;
}

// Runs one operator for one sample. Returns false when memory was refused and the sample is to be made again.
bool CpuExecutor::run_op(const OpNode& op, int op_index, int position, Worker& w, uint8_t* arena, Attempt attempt) {
  const uint64_t t0 = w.now;
  Worker::Ran ran{op_index, false, state_.values(position)[op.outputs[0]].halvings};
  w.running.at(op_index);
  try {
    ran.warned = call_op(op, op_index, position, w, arena);
  } catch (...) {
    const Error e = caught("not enough memory for this sample");
    if (put_off(e.code, state_.samples[position], w, attempt)) return false;
    fail_sample(state_, position, op_index, e);
  }
  w.ran.push_back(ran);
  if (state_.timed_together) return true;
  w.now = now_ns();
  w.tallies[op_index].ns.add(w.now - t0);
  if (!state_.shares_scratch) w.calls.add(op_index, state_.samples[position].info.index, t0, w.now);
  return true;
}

// Calls the operator; returns whether it warned.
bool CpuExecutor::call_op(const OpNode& op, int op_index, int position, Worker& w, uint8_t* arena) {
  const Sample& sample = state_.samples[position];
  Value* v = state_.values(position);
  for (size_t o = 0; o < op.outputs.size(); ++o) {
    const int number = op.outputs[o];
    Value& value = v[number];
    if (uint8_t* place = place_in_arena(sample, v, number, arena)) {
      value.data = place;
    } else {
      ScratchBuffer& buffer = w.buffers[state_.scratch_plan.buffer_of[number]];
      if (!buffer.data) buffer.data = w.scratch.get(buffer.bytes);
      value.data = buffer.data;
      w.held[number] = std::max(w.held[number], value.bytes());
    }
    w.call.out[o] = value;
  }
  SampleRun r;
  prepare_call(r, state_, op, op_index, position, w);
  r.out = w.call.out.data();
  this_turn() = sample.turn;
  const WholeBatch batch(state_, op, op_index, w);
  batch.show(r);
  const Scratch::Mark mark = w.scratch.mark();
  test_faults().maybe_stuck(op.op->name, sample.info.index);
  call_run(state_, op, position, r, w);
  w.scratch.rewind(mark);
  return r.warned;
}

// Whether the failed sample is to be made again: memory was refused that may be available later.
bool CpuExecutor::put_off(ErrorCode code, Sample& sample, Worker& w, Attempt attempt) const {
  if (!is_memory_fault(code)) return false;
  sample.wanted = static_cast<int64_t>(w.scratch.take_refused());
  const bool memory_may_come = code == ErrorCode::BUDGET_EXCEEDED && attempt == Attempt::alone;
  if (attempt != Attempt::together && !memory_may_come) return false;
  if (code == ErrorCode::BUDGET_EXCEEDED && never_fits(state_.spec, sample.wanted)) return false;
  w.scratch.reset();
  return true;
}

// Where a value of the sample lies in the arena, or null when it is made in scratch memory. Outputs that an operator of
// this program makes go straight to the arena, also when a merge selects them. A value that is an output twice is
// copied by write_outputs().
uint8_t* CpuExecutor::place_in_arena(const Sample& sample, const Value* v, int value, uint8_t* arena) const {
  for (size_t o = 0; o < state_.spec.outputs.size(); ++o) {
    const int wanted = state_.spec.outputs[o];
    if (wanted == value || covers(v[wanted], value, v[value])) return arena + sample.offsets[o];
  }
  return nullptr;
}

// Sizes the scratch buffers that all other values share: each holds the largest of this sample's values in it.
void CpuExecutor::size_buffers(const Sample& sample, const Value* v, Worker& w, uint8_t* arena) const {
  std::fill(w.buffers.begin(), w.buffers.end(), ScratchBuffer{});
  for (const int k : state_.routes[sample.route].values) {
    const int buffer = state_.scratch_plan.buffer_of[k];
    if (buffer < 0 || v[k].absent || place_in_arena(sample, v, k, arena)) continue;
    w.buffers[buffer].bytes = std::max(w.buffers[buffer].bytes, v[k].bytes());
  }
}

void CpuExecutor::count_ran(Worker& w) {
  for (const Worker::Ran& call : w.ran) {
    OpTally& tally = w.tallies[call.op];
    tally.samples.add(1);
    if (call.warned) tally.warned.add(1);
    if (call.halvings) tally.halved[call.halvings - 1].add(1);
  }
}

// Writes what is not made in its place; returns whether there was any.
bool CpuExecutor::write_outputs(const Sample& sample, const Value* v, uint8_t* arena) const {
  bool any = false;
  const bool streams = state_.layout.needed >= kStreamedBatch;
  for (size_t o = 0; o < state_.spec.outputs.size(); ++o) {
    const Value& value = v[state_.spec.outputs[o]];
    uint8_t* to = arena + sample.offsets[o];
    if (value.poisoned || value.absent) {
      std::memset(to, 0, value.bytes());
      any = true;
    } else if (value.data != to && value.bytes()) {  // an empty one may have no address
      const auto bytes = static_cast<size_t>(value.bytes());
      if (streams)
        copy_streamed(to, value.data, bytes);
      else
        std::memcpy(to, value.data, bytes);
      any = true;
    }
  }
  return any;
}

}  // namespace penstock
