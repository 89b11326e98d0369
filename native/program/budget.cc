// Samples for which memory was refused: they wait for memory that other stages release, or each of them is bad on its
// own. See failures.h; cpu_executor.cc makes them one by one.
#include <algorithm>
#include <cinttypes>
#include <limits>

#include "program/batch_state.h"

namespace penstock {

OnError policy(const ProgramSpec& spec, int op_index, const Error& e) {
  if (is_refusal(e.code)) return spec.on_refused;
  OnError found = spec.ops[op_index].on_error;
  if (!is_memory_fault(e.code)) return found;
  for (int i = op_index; found == OnError::fail && i-- > 0;) found = spec.ops[i].on_error;
  return found;
}

bool never_fits(const ProgramSpec& spec, int64_t bytes) {
  const int64_t limit = spec.account ? spec.account->limit() : 0;
  return limit > 0 && bytes > limit;
}

bool memory_may_come(BatchState& state, int from, const MemoryOutlook& memory) {
  if (!state.failed.load(std::memory_order_relaxed)) return false;
  for (int i = from; i < state.count; ++i) {
    Sample& s = state.samples[i];
    if (!s.error || s.error->code != ErrorCode::BUDGET_EXCEEDED || never_fits(state.spec, s.wanted)) continue;
    if (memory.may_grow) return true;
    int64_t own = 0;
    for (const auto& w : state.workers) own += static_cast<int64_t>(w->scratch.reserved() + w->early.reserved());
    const Account* account = state.spec.account.get();
    s.of_batch = account && s.wanted <= account->limit() - (account->used() - own);
  }
  return false;
}

namespace {

// The bytes of the arena that a sample's outputs and the tables take, and the sample's largest output.
struct ArenaShare {
  int64_t bytes, largest = -1;
  int value = -1;

  ArenaShare(const BatchState& state, int position, int64_t tables) : bytes(tables) {
    const Value* v = state.values(position);
    for (size_t o = 0; o < state.spec.outputs.size(); ++o) {
      const Value& out = v[state.spec.outputs[o]];
      if (state.spec.on_device[o] || out.poisoned || out.absent) continue;
      bytes += out.bytes();
      if (out.bytes() <= largest) continue;
      largest = out.bytes();
      value = out.chosen >= 0 ? out.chosen : state.spec.outputs[o];
    }
  }
};

Error too_large(int64_t bytes, int64_t most, bool budget) {
  char text[200];
  std::snprintf(text, sizeof text, "Expected a sample of at most %" PRId64 " bytes%s but received one of %" PRId64,
                most, budget ? " within memoryBudget.host" : "", bytes);
  return Error(budget ? ErrorCode::BUDGET_EXCEEDED : ErrorCode::OUT_OF_MEMORY, text,
               budget ? "Raise memoryBudget.host, or crop or resize earlier" : "Crop or resize earlier");
}

}  // namespace

void fail_too_large(BatchState& state, int from, const MemoryOutlook& memory) {
  const int64_t limit = state.spec.account ? state.spec.account->limit() : 0;
  const int64_t whole = limit > 0 ? limit : std::numeric_limits<int64_t>::max();
  const int64_t most = std::min(whole, memory.arena);
  if (most == std::numeric_limits<int64_t>::max()) return;
  const auto outputs = static_cast<int64_t>(state.spec.outputs.size());
  const int64_t tables = arena_tables_bytes(state.spec.batch_size, outputs) + abi::align * (outputs + 1);
  for (int i = from; i < state.count; ++i) {
    const ArenaShare share(state, i, tables);
    if (share.bytes <= most) continue;
    const int op = state.route(i).maker_of(share.value);
    // An input of the program is handed on and already has its place.
    if (op < 0) continue;
    const Error e = too_large(share.bytes, most, limit > 0);
    // When this error would end the run, the caller reports it better, because it knows what takes the rest of the
    // memory.
    if (share.bytes <= whole && policy(state.spec, op, e) == OnError::fail) continue;
    fail_sample(state, i, op, e);
    poison_after(state, i, op);
  }
}

}  // namespace penstock
