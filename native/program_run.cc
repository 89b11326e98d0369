// How a program makes the samples that setup() has described: each thread of the pool carries one through the whole
// chain, several at once, while the caller waits, or goes on with something else. See program.h; what becomes of
// refused memory is in program_budget.cc.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/boundary.h"
#include "core/test_faults.h"
#include "core/thread_pool.h"
#include "gpu/program_gpu.h"
#include "program_state.h"

namespace penstock {
namespace {

// A batch that takes less memory than this is made sooner than handed over.
constexpr int64_t kParallelBytes = 64 << 10;

}  // namespace

int Program::run(const ArenaRef& ref, const MemoryOutlook& memory) {
  try {
    return make(ref, memory);
  } catch (...) {
    forget(true);
    throw;
  }
}

void Program::check_room(const ArenaRef& arena) const {
  if (arena.size >= needed_) return;
  fail(ErrorCode::INTERNAL, "the arena has %lld bytes of the %lld that setup asked for",
       static_cast<long long>(arena.size), static_cast<long long>(needed_));
}

int Program::make(const ArenaRef& ref, const MemoryOutlook& memory) {
  check_room(ref);
  uint8_t* arena = ref.data;
  const int from = done_;
  if (gpu_) {
    try {
      const RunningGuard running(workers_[0]->running, -1, {});
      run_gpu(from, ref);
    } catch (const Error& e) {
      if (e.code == ErrorCode::BUDGET_EXCEEDED && memory.may_grow) return kRefused;
      throw;
    }
  } else {
    if (pending_.started()) {
      pending_.wait();
    } else if (refused_.empty()) {
      run_all(arena);
    }
    const bool all = refused_.empty() || run_alone(arena, memory);
    if (stops()) stopped();
    if (!all) return kRefused;
  }
  settle_failures(from, true, arena);
  count_held(from);
  write_tables(arena, from);
  done_ = count_;
  return count_;
}

// Largest first: the last samples to finish are small ones, so threads end together. False where the batch is made
// sooner than handed over.
bool Program::order_samples() {
  const int from = done_, n = count_ - done_;
  for (int i = from; i < count_; ++i) {
    Sample& s = samples_[i];
    if (s.cost == 0) {
      const Value* v = values(i);
      for (int o : spec_->outputs) s.cost += static_cast<double>(v[o].bytes());
    }
  }
  std::iota(order_.begin(), order_.begin() + n, from);
  std::stable_sort(order_.begin(), order_.begin() + n,
                   [&](int a, int b) { return samples_[a].cost > samples_[b].cost; });
  int64_t bytes = 0;
  for (int i = from; i < count_ && bytes < kParallelBytes; ++i) {
    for (int k = 0; k < num_values_; ++k) bytes += values(i)[k].bytes();
  }
  return bytes >= kParallelBytes;
}

// What a thread does for the i-th sample in that order. Those whose scratch was refused are left in refused_.
std::function<void(int, int)> Program::maker(uint8_t* arena) {
  return [this, arena](int i, int worker) {
    const auto one = [&](int position) {
      if (run_sample(position, worker, arena, Attempt::together)) return;
      std::lock_guard lock(refused_mutex_);
      refused_.push_back(position);
    };
    one(order_[i]);
    // Large ones take turns with the scratch that one of them has, while the other threads make small ones.
    for (int next; (next = refused_that_fits(*workers_[worker])) >= 0;) one(next);
  };
}

// Makes the appended samples, several at once.
void Program::run_all(uint8_t* arena) {
  const int n = count_ - done_;
  if (!n) return;
  ThreadPool& pool = ThreadPool::instance();
  const bool parallel = order_samples();
  const auto make = maker(arena);
  if (parallel) {
    pool.run(n, spec_->threads, spec_->group, make);
  } else {
    pool.run(1, spec_->threads, spec_->group, [&](int, int worker) {
      for (int i = 0; i < n; ++i) make(i, worker);
    });
  }
}

bool Program::start(const ArenaRef& arena, std::function<void()> told) {
  check_room(arena);
  if (gpu_) fail(ErrorCode::INTERNAL, "a program on a GPU cannot be started");
  if (!order_samples()) return false;
  ThreadPool::instance().start(pending_, count_ - done_, spec_->threads, spec_->group, maker(arena.data),
                               std::move(told));
  return true;
}

void Program::settle() {
  if (!pending_.started()) return;
  try {
    pending_.wait();
  } catch (...) {
    // With what it made.
  }
  forget(true);
}

// False where memory for the sample was refused, and it is to be made again.
bool Program::run_sample(int position, int worker, uint8_t* arena, Attempt attempt) {
  if (stops()) return true;
  Worker& w = *workers_[worker];
  Sample& sample = samples_[position];
  Value* v = values(position);
  w.scratch.reset();
  w.ran.clear();
  const RunningGuard running(w.running, sample.info.index, sample.info.source);
  const TestFaults& faults = test_faults();
  const auto refused = [&](ErrorCode code) {
    if (!is_memory_fault(code)) return false;
    sample.wanted = static_cast<int64_t>(w.scratch.take_refused());
    const bool memory_may_come = code == ErrorCode::BUDGET_EXCEEDED && attempt == Attempt::alone;
    if (attempt != Attempt::together && !memory_may_come) return false;
    if (code == ErrorCode::BUDGET_EXCEEDED && never_fits(sample.wanted)) return false;
    w.scratch.reset();
    return true;
  };

  // Outputs that an op of this program makes go straight to the arena, also by way of a merge; a value wanted twice is
  // copied below.
  const int num_outputs = static_cast<int>(outputs_.size());
  const auto arena_place = [&](int value) -> uint8_t* {
    for (int o = 0; o < num_outputs; ++o) {
      const int wanted = spec_->outputs[o];
      if (wanted == value || v[wanted].chosen == value) return arena + sample.offsets[o];
    }
    return nullptr;
  };
  // Everything else shares rooms, each large enough for whatever this sample puts there.
  std::fill(w.rooms.begin(), w.rooms.end(), Room{});
  for (int k = 0; k < num_values_; ++k) {
    if (rooms_[k] < 0 || v[k].absent || arena_place(k)) continue;
    Room& room = w.rooms[rooms_[k]];
    room.bytes = std::max(room.bytes, v[k].bytes());
  }

  int op_index = -1;
  for (OpNode& op : spec_->ops) {
    ++op_index;
    if (op.early || v[op.outputs[0]].absent) continue;
    if (op.merges()) {
      follow(op, v);
      continue;
    }
    if (std::any_of(op.inputs.begin(), op.inputs.end(), [&](int i) { return v[i].poisoned; }) ||
        std::any_of(op.outputs.begin(), op.outputs.end(), [&](int i) { return v[i].poisoned; })) {
      for (int o : op.outputs) v[o].poisoned = true;
      continue;
    }
    const uint64_t t0 = now_ns();
    bool warned = false;
    w.running.at(op_index);
    try {
      TensorView in[kMaxOpInputs], out[kMaxOpOutputs];
      for (size_t o = 0; o < op.outputs.size(); ++o) {
        Value& value = v[op.outputs[o]];
        uint8_t* place = arena_place(op.outputs[o]);
        if (place) {
          value.data = place;
        } else {
          Room& room = w.rooms[rooms_[op.outputs[o]]];
          if (!room.data) room.data = w.scratch.get(room.bytes);
          value.data = room.data;
          w.held[op.outputs[o]] = std::max(w.held[op.outputs[o]], value.bytes());
        }
        out[o] = value;
      }
      SampleRun r;
      fill_base(r, op, op_index, position, w, in);
      r.out = out;
      const Scratch::Mark mark = w.scratch.mark();
      faults.maybe_stuck(op.op->name, sample.info.index);
      op.op->run(op.arg_inputs.empty() ? op.args.data() : block(position, op.args_offset), r,
                 block(position, op.state_offset));
      w.scratch.rewind(mark);
      warned = r.warned;
    } catch (...) {
      const Error e = caught("not enough memory for this sample");
      if (refused(e.code)) return false;
      fail_sample(position, op_index, e);
    }
    op.ns.fetch_add(now_ns() - t0, std::memory_order_relaxed);
    w.ran.push_back({op_index, warned});
  }
  for (const auto& [index, warned] : w.ran) {
    OpNode& op = spec_->ops[index];
    op.samples.fetch_add(1, std::memory_order_relaxed);
    if (warned) op.warned.fetch_add(1, std::memory_order_relaxed);
  }

  for (int o = 0; o < num_outputs; ++o) {
    const Value& value = v[spec_->outputs[o]];
    uint8_t* to = arena + sample.offsets[o];
    if (value.poisoned || value.absent) {
      std::memset(to, 0, value.bytes());
    } else if (value.data != to && value.bytes()) {  // an empty one may have no address
      std::memcpy(to, value.data, value.bytes());
    }
  }
  w.scratch.reset();
  return true;
}

}  // namespace penstock
