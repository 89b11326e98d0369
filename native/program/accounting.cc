// See accounting.h.
#include "program/accounting.h"

#include <algorithm>

#include "program/batch_state.h"

namespace penstock {
namespace {

// Operator statistics keep the largest batch, as DALI's do. Only one thread writes.
void raise(std::atomic<int64_t>& most, int64_t value) {
  if (value > most.load(std::memory_order_relaxed)) most.store(value, std::memory_order_relaxed);
}

}  // namespace

void count_placed(BatchState& state, size_t output, int64_t largest, int64_t reserved) {
  count_reserved(state, state.spec.outputs[output], largest, reserved);
}

void count_reserved(BatchState& state, int value, int64_t largest, int64_t reserved) {
  ValueBytes& b = state.bytes[value];
  b.reserved += reserved;
  b.max_reserved = std::max(b.max_reserved, largest);
}

void count_held(BatchState& state, int from) {
  for (int i = from; i < state.count; ++i) {
    const Value* v = state.values(i);
    for (const auto& [op, _] : state.route(i).steps) {
      for (const int value : op->outputs) {
        ValueBytes& b = state.bytes[value];
        const int64_t bytes = v[value].bytes();
        b.real += bytes;
        b.largest = std::max(b.largest, bytes);
        if (!op->early) continue;
        // It is made during setup, so the values of all samples are kept until the batch is done.
        const auto room = static_cast<int64_t>(Scratch::rounded(bytes));
        b.reserved += room;
        b.max_reserved = std::max(b.max_reserved, room);
      }
    }
  }
}

namespace {

// Counts a value in scratch memory. Its samples are never all there at once: each thread holds one tensor at a time, in
// memory that fits the largest so far.
void count_scratch(const BatchState& state, int value, ValueBytes& b) {
  b.real = 0;
  for (const auto& w : state.workers) {
    const int64_t held = w->held[value];
    if (!held) continue;
    const auto room = static_cast<int64_t>(Scratch::rounded(held));
    b.real += held;
    b.reserved += room;
    b.max_reserved = std::max(b.max_reserved, room);
  }
}

}  // namespace

void publish_memory(BatchState& state) {
  const std::vector<int>& outputs = state.spec.outputs;
  for (size_t k = 0; k < state.spec.ops.size(); ++k) {
    const OpNode& op = state.spec.ops[k];
    for (size_t o = 0; o < op.outputs.size(); ++o) {
      const int value = op.outputs[o];
      ValueBytes b = state.bytes[value];
      const bool placed = std::find(outputs.begin(), outputs.end(), value) != outputs.end();
      const bool inside = !op.early && !placed;
      if (inside && state.spec.gpu < 0) count_scratch(state, value, b);
      // On a GPU a value inside the program exists for the whole batch. A merge's value has no memory of its own.
      if (inside && !b.reserved) b.real = 0;
      OutputMemory& m = state.counters[k].memory[o];
      raise(m.real, b.real);
      raise(m.max_real, b.largest);
      raise(m.reserved, b.reserved);
      raise(m.max_reserved, b.max_reserved);
    }
  }
  size_t scratch = 0;
  for (const auto& w : state.workers) scratch += w->scratch.reserved() + w->early.reserved();
  state.scratch_bytes.store(scratch, std::memory_order_relaxed);
}

size_t trim_scratch(BatchState& state) {
  size_t freed = 0, left = 0;
  for (auto& w : state.workers) {
    freed += w->scratch.trim();
    if (!state.open) freed += w->early.trim();
    left += w->early.reserved();
  }
  state.scratch_bytes.store(left, std::memory_order_relaxed);
  return freed;
}

}  // namespace penstock
