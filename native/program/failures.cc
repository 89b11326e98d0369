// See failures.h; failures for lack of memory are in budget.cc.
#include "program/failures.h"

#include <algorithm>
#include <cstring>

#include "program/batch_state.h"
#include "program/sample_error.h"

namespace penstock {
namespace {

constexpr size_t kMaxBadKept = 10000;

// Throws for the first failure that ends the run. An operator that refuses a sample while it takes none is no sample's
// fault.
void throw_fatal(const BatchState& state, int from) {
  bool any_good = false;
  for (int i = from; i < state.count; ++i) any_good |= !state.samples[i].error;
  for (int i = from; i < state.count; ++i) {
    const Sample& s = state.samples[i];
    if (!s.error) continue;
    const bool ends = s.of_batch || policy(state.spec, s.failed_op, *s.error) == OnError::fail ||
                      (!any_good && is_refusal(s.error->code));
    if (!ends && is_own_fault(state.spec, s.error->code)) continue;
    const auto [name, call_site] = state.spec.ops[s.failed_op].blamed(*s.error);
    throw SampleError(*s.error, name, call_site, s.info.index, std::string(s.info.source));
  }
}

void report_bad(BatchState& state, const Sample& s) {
  const auto [name, call_site] = state.spec.ops[s.failed_op].blamed(*s.error);
  state.bad.add({state.batch_index, s.info.index, s.info.epoch, std::string(s.info.source), s.error->message, name,
                 call_site, s.error->code});
}

// Keeps the sample, with zeros for the outputs that were not made.
void make_placeholder(BatchState& state, int position, bool after_run, uint8_t* arena) {
  Sample& s = state.samples[position];
  s.flags |= abi::sampleFlags_invalid;
  if (!after_run) return;
  const Value* v = state.values(position);
  for (size_t o = 0; o < state.spec.outputs.size(); ++o) {
    const Value& value = v[state.spec.outputs[o]];
    if (value.poisoned && !state.spec.on_device[o]) std::memset(arena + s.offsets[o], 0, value.bytes());
  }
}

// Moves samples down, and after a run their bytes too, so that batches stay in order and dense.
void close_gaps(BatchState& state, int from, bool after_run, uint8_t* arena) {
  const ProgramSpec& spec = state.spec;
  const size_t outputs = spec.outputs.size();
  int to = from;
  std::vector<int64_t> cursor(outputs);
  if (after_run && from < state.count) cursor = state.samples[from].offsets;
  for (int i = from; i < state.count; ++i) {
    if (state.samples[i].dropped) continue;
    if (to != i) state.samples.move(i, to);
    for (size_t o = 0; after_run && o < outputs; ++o) {
      if (spec.on_device[o]) continue;  // gaps in device memory cost nothing
      const int64_t bytes = state.values(to)[spec.outputs[o]].bytes();
      int64_t& at = state.samples[to].offsets[o];
      if (at != cursor[o]) std::memmove(arena + cursor[o], arena + at, bytes);
      at = cursor[o];
      cursor[o] += bytes;
    }
    ++to;
  }
  for (size_t o = 0; after_run && o < outputs; ++o) {
    if (!spec.on_device[o]) state.layout.outputs[o].cursor = cursor[o];
  }
  state.count = to;
}

}  // namespace

void BadSamples::add(BadSample sample) {
  std::lock_guard lock(mutex_);
  ++total_;
  if (first_.size() < kMaxBadKept) first_.push_back(sample);
  latest_.push_back(std::move(sample));
  if (latest_.size() > most_latest_) latest_.pop_front();
}

size_t BadSamples::total() const {
  std::lock_guard lock(mutex_);
  return total_;
}

std::vector<BadSample> BadSamples::from(size_t from, size_t& total) const {
  std::lock_guard lock(mutex_);
  total = total_;
  if (from >= first_.size()) return {};
  return {first_.begin() + static_cast<std::ptrdiff_t>(from), first_.end()};
}

std::optional<BadSample> BadSamples::find(int64_t index, int32_t epoch) const {
  std::lock_guard lock(mutex_);
  const auto found = std::find_if(latest_.rbegin(), latest_.rend(),
                                  [&](const BadSample& b) { return b.index == index && b.epoch == epoch; });
  if (found == latest_.rend()) return std::nullopt;
  return *found;
}

void fail_sample(BatchState& state, int position, int op_index, const Error& e) {
  Sample& s = state.samples[position];
  state.failed.store(true, std::memory_order_relaxed);
  // Only the first failure is recorded; later ones follow from it.
  if (s.failed_op < 0) {
    s.failed_op = op_index;
    s.error = std::make_unique<Error>(e);
  }
  Value* v = state.values(position);
  for (int o : state.spec.ops[op_index].outputs) v[o].poisoned = true;
}

void poison_after(BatchState& state, int position, int op_index) {
  Value* v = state.values(position);
  const auto bad = [&](int value) { return v[value].poisoned; };
  for (const auto& [of_route, k] : state.route(position).steps) {
    if (k < op_index) continue;
    const OpNode& op = *of_route;
    Value& first = v[op.outputs[0]];
    if (first.absent) continue;
    const bool reads = op.merges() ? bad(op.inputs[0]) || (first.chosen >= 0 && bad(first.chosen))
                                   : std::any_of(op.inputs.begin(), op.inputs.end(), bad);
    const bool takes =
        std::any_of(op.arg_inputs.begin(), op.arg_inputs.end(), [&](const auto& a) { return bad(a.value); });
    if (!reads && !takes && k != op_index) continue;
    for (int o : op.outputs) {
      v[o].poisoned = true;
      static_cast<OutSpec&>(v[o]) = {};
    }
  }
}

void resolve_failures(BatchState& state, int from, bool after_run, uint8_t* arena) {
  if (!state.failed.load(std::memory_order_relaxed)) return;
  bool any = false;
  for (int i = from; i < state.count; ++i) any |= state.samples[i].error != nullptr;
  if (!any) return;
  throw_fatal(state, from);
  for (int i = from; i < state.count; ++i) {
    Sample& s = state.samples[i];
    if (!s.error) continue;
    report_bad(state, s);
    const bool kept = policy(state.spec, s.failed_op, *s.error) == OnError::placeholder;
    s.error.reset();
    if (kept) {
      make_placeholder(state, i, after_run, arena);
    } else {
      s.dropped = true;
    }
  }
  close_gaps(state, from, after_run, arena);
}

}  // namespace penstock
