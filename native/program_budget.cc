// What becomes of samples for which memory was refused: they are made one by one when the others are done, they wait
// for what other stages give back, or they are bad, each alone. Called by the thread that runs the batch, but for
// refused_that_fits(), which pool threads call.
#include <algorithm>
#include <cinttypes>

#include "core/arena.h"
#include "core/thread_pool.h"
#include "program_state.h"

namespace penstock {

// What an operator does about a sample that is too large. Most operators cannot meet a bad sample, so they have no
// onError of their own; for them the one counts that let the sample in.
OnError Program::policy(int op_index, const Error& e) const {
  OnError found = spec_->ops[op_index].on_error;
  if (!is_memory_fault(e.code)) return found;
  for (int i = op_index; found == OnError::fail && i-- > 0;) found = spec_->ops[i].on_error;
  return found;
}

// More than the whole budget: waiting is in vain.
bool Program::never_fits(int64_t bytes) const {
  const int64_t limit = spec_->account ? spec_->account->limit() : 0;
  return limit > 0 && bytes > limit;
}

// A refused sample that fits in what this thread has already, or -1.
int Program::refused_that_fits(const Worker& w) {
  std::lock_guard lock(refused_mutex_);
  const auto found = std::find_if(refused_.begin(), refused_.end(), [&](int position) {
    const int64_t wanted = samples_[position].wanted;
    return wanted > 0 && wanted <= static_cast<int64_t>(w.scratch.reserved());
  });
  if (found == refused_.end()) return -1;
  const int position = *found;
  refused_.erase(found);
  return position;
}

// Makes the samples that were refused, each with the scratch of all threads to itself. False where some of them wait
// for memory that the budget may hold later.
bool Program::run_alone(uint8_t* arena, const MemoryOutlook& memory) {
  std::vector<int> left = std::move(refused_);
  refused_.clear();
  std::sort(left.begin(), left.end());
  const Attempt attempt = memory.may_grow ? Attempt::alone : Attempt::last;
  for (const int position : left) {
    for (auto& w : workers_) {
      const bool enough = w == workers_[0] && samples_[position].wanted <= static_cast<int64_t>(w->scratch.reserved());
      if (!enough) w->scratch.trim();
    }
    bool made = true;
    ThreadPool::instance().run(1, spec_->threads, spec_->group,
                               [&](int, int worker) { made = run_sample(position, worker, arena, attempt); });
    if (!made) refused_.push_back(position);
  }
  return refused_.empty();
}

// After setup: true where samples were refused what may be there later. What will not come is the sample's fault,
// unless it would have had enough without the others.
bool Program::judge_refused(int from, const MemoryOutlook& memory) {
  for (int i = from; i < count_; ++i) {
    Sample& s = samples_[i];
    if (!s.error || s.error->code != ErrorCode::BUDGET_EXCEEDED || never_fits(s.wanted)) continue;
    if (memory.may_grow) return true;
    int64_t own = 0;
    for (const auto& w : workers_) own += static_cast<int64_t>(w->scratch.reserved() + w->early.reserved());
    const Account* account = spec_->account.get();
    s.of_batch = account && s.wanted <= account->limit() - (account->used() - own);
  }
  return false;
}

// After setup: a sample whose outputs no arena can hold, even without the other samples, is bad.
void Program::fail_too_large(int from, const MemoryOutlook& memory) {
  const int64_t limit = spec_->account ? spec_->account->limit() : 0;
  const int64_t whole = limit > 0 ? limit : std::numeric_limits<int64_t>::max();
  const int64_t most = std::min(whole, memory.arena);
  if (most == std::numeric_limits<int64_t>::max()) return;
  const auto outputs = static_cast<int64_t>(outputs_.size());
  const int64_t tables = arena_tables_bytes(spec_->batch_size, outputs) + abi::align * (outputs + 1);
  for (int i = from; i < count_; ++i) {
    const Value* v = values(i);
    int64_t bytes = tables, largest = -1;
    int value = -1;
    for (int64_t o = 0; o < outputs; ++o) {
      const Value& out = v[spec_->outputs[o]];
      if (spec_->on_device[o] || out.poisoned || out.absent) continue;
      bytes += out.bytes();
      if (out.bytes() <= largest) continue;
      largest = out.bytes();
      value = out.chosen >= 0 ? out.chosen : spec_->outputs[o];
    }
    if (bytes <= most) continue;
    int op = static_cast<int>(spec_->ops.size()) - 1;
    const auto makes = [&](const OpNode& node) {
      return std::find(node.outputs.begin(), node.outputs.end(), value) != node.outputs.end();
    };
    while (op >= 0 && !makes(spec_->ops[op])) --op;
    // Handed on as it came in: it has a place already.
    if (op < 0) continue;
    char text[200];
    std::snprintf(text, sizeof text, "Expected a sample of at most %" PRId64 " bytes%s but received one of %" PRId64,
                  most, limit > 0 ? " within memoryBudget.host" : "", bytes);
    const bool budget = limit > 0;
    const Error e(budget ? ErrorCode::BUDGET_EXCEEDED : ErrorCode::OUT_OF_MEMORY, text,
                  budget ? "Raise memoryBudget.host, or crop or resize earlier" : "Crop or resize earlier");
    // Where it would end the run anyhow, its caller says it better: it knows what takes the rest.
    if (bytes <= whole && policy(op, e) == OnError::fail) continue;
    fail_sample(i, op, e);
    poison_after(i, op);
  }
}

// A sample that setup has been through fails at an operator after all: what depends on it is not made, and takes its
// shape from a good sample.
void Program::poison_after(int position, int op_index) {
  Value* v = values(position);
  const auto bad = [&](int value) { return v[value].poisoned; };
  for (size_t k = op_index; k < spec_->ops.size(); ++k) {
    const OpNode& op = spec_->ops[k];
    Value& first = v[op.outputs[0]];
    if (first.absent) continue;
    const bool reads = op.merges() ? bad(op.inputs[0]) || (first.chosen >= 0 && bad(first.chosen))
                                   : std::any_of(op.inputs.begin(), op.inputs.end(), bad);
    const bool takes =
        std::any_of(op.arg_inputs.begin(), op.arg_inputs.end(), [&](const auto& a) { return bad(a.value); });
    if (!reads && !takes && static_cast<int>(k) != op_index) continue;
    for (int o : op.outputs) {
      v[o].poisoned = true;
      static_cast<OutSpec&>(v[o]) = {};
    }
  }
}

// As if samples that were appended and never run had not been.
void Program::forget_unmade() {
  if (stops()) stopped();
  if (count_ > done_) forget(true);
  open_ = true;
}

int Program::at_work() const {
  Running::Work work;
  int count = 0;
  for (const auto& w : workers_) count += w->running.look(work);
  return count;
}

bool Program::stops() const { return stopping_.load(std::memory_order_relaxed) || process_ends(); }

void Program::stopped() { fail(ErrorCode::PIPELINE_CLOSED, "The pipeline is closing"); }

}  // namespace penstock
