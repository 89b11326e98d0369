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
  ValueRoom& room = state.rooms[value];
  room.reserved += reserved;
  room.largest = std::max(room.largest, largest);
}

void count_held(BatchState& state, int from) {
  for (int i = from; i < state.count; ++i) {
    const Value* v = state.values(i);
    for (const auto& [op, index] : state.route(i).steps) {
      for (size_t o = 0; o < op->outputs.size(); ++o) {
        MadeBytes& made = state.counters[index].made[o];
        const int64_t bytes = v[op->outputs[o]].bytes();
        made.real += bytes;
        made.largest = std::max(made.largest, bytes);
        if (!op->early) continue;
        // It is made during setup, so the values of all samples are kept until the batch is done.
        const auto room = static_cast<int64_t>(Scratch::rounded(bytes));
        count_reserved(state, op->outputs[o], room, room);
      }
    }
  }
}

namespace {

// Counts a value in scratch memory. Its samples are never all there at once: each thread holds one tensor at a time, in
// memory that fits the largest so far.
void count_scratch(const BatchState& state, int value, MadeBytes& made, ValueRoom& room) {
  made.real = 0;
  for (const auto& w : state.workers) {
    const int64_t held = w->held[value];
    if (!held) continue;
    const auto taken = static_cast<int64_t>(Scratch::rounded(held));
    made.real += held;
    room.reserved += taken;
    room.largest = std::max(room.largest, taken);
  }
}

}  // namespace

void publish_memory(BatchState& state) {
  const std::vector<int>& outputs = state.spec.outputs;
  for (size_t k = 0; k < state.spec.ops.size(); ++k) {
    const OpNode& op = state.spec.ops[k];
    for (size_t o = 0; o < op.outputs.size(); ++o) {
      const int value = op.outputs[o];
      MadeBytes made = state.counters[k].made[o];
      // There may be many sources, of which a batch has few.
      if (op.source >= 0 && !made.largest) continue;
      ValueRoom room = state.rooms[value];
      const bool placed = std::find(outputs.begin(), outputs.end(), value) != outputs.end();
      const bool inside = !op.early && !placed;
      if (inside && state.spec.gpu < 0) count_scratch(state, value, made, room);
      // On a GPU a value inside the program exists for the whole batch. A merge's value has no memory of its own.
      if (inside && !room.reserved) made.real = 0;
      // The sources of a mixture share the room of an output. Each counts what it has filled of it.
      if (placed && op.source >= 0 && state.routes.size() > 1) room = {made.real, made.largest};
      OutputMemory& m = state.counters[k].memory[o];
      raise(m.real, made.real);
      raise(m.max_real, made.largest);
      raise(m.reserved, room.reserved);
      raise(m.max_reserved, room.largest);
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
