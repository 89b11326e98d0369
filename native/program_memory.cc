// The memory of a program: what it charges to its pipeline's account, what it gives back when asked, and how many bytes
// each output of its operators takes. Counting is per value and batch, by the thread that runs the batch; only what
// scratch holds is noted where it is taken, by the thread that takes it.
#include <algorithm>

#include "core/pages.h"
#include "dataset/dataset.h"
#include "program_state.h"

namespace penstock {
namespace {

// Operator statistics keep the largest batch, as DALI's do; one thread writes.
void raise(std::atomic<int64_t>& most, int64_t value) {
  if (value > most.load(std::memory_order_relaxed)) most.store(value, std::memory_order_relaxed);
}

}  // namespace

// Before the tables are made; they live as long as the program.
void Program::charge_tables() {
  const size_t per_sample = block_bytes_ + sizeof(Sample) + sizeof(int64_t) * spec_->outputs.size() + sizeof(int);
  const int64_t dataset = spec_->dataset ? spec_->dataset->bytes() : 0;
  tables_.take(spec_->account, static_cast<int64_t>(per_sample * spec_->batch_size) + dataset);
}

size_t Program::trim() {
  size_t freed = 0;
  for (auto& w : workers_) {
    freed += w->scratch.trim();
    if (!open_) freed += w->early.trim();
  }
  size_t left = 0;
  for (const auto& w : workers_) left += w->early.reserved();
  scratch_bytes_.store(left, std::memory_order_relaxed);
  return freed;
}

// A range of the arena was set aside for output `output`, none (0) when earlier room was enough.
void Program::count_placed(size_t output, int64_t largest, int64_t reserved) {
  Bytes& b = bytes_[spec_->outputs[output]];
  b.reserved += reserved;
  b.max_reserved = std::max(b.max_reserved, largest);
}

// Samples [from, count_) are made.
void Program::count_held(int from) {
  for (const OpNode& op : spec_->ops) {
    for (int value : op.outputs) {
      Bytes& b = bytes_[value];
      for (int i = from; i < count_; ++i) {
        const int64_t bytes = values(i)[value].bytes();
        b.real += bytes;
        b.largest = std::max(b.largest, bytes);
        // Made during setup: all samples' are kept until the batch is done.
        if (op.early) b.reserved += static_cast<int64_t>(Scratch::rounded(bytes));
      }
      if (op.early) b.max_reserved = std::max(b.max_reserved, static_cast<int64_t>(Scratch::rounded(b.largest)));
    }
  }
}

void Program::publish_memory() {
  for (OpNode& op : spec_->ops) {
    for (size_t o = 0; o < op.outputs.size(); ++o) {
      const int value = op.outputs[o];
      Bytes b = bytes_[value];
      const bool placed = std::find(spec_->outputs.begin(), spec_->outputs.end(), value) != spec_->outputs.end();
      if (!op.early && !placed) {
        // Never all there at once: each thread has held one at a time, where its largest had room.
        b.real = 0;
        for (const auto& w : workers_) {
          const int64_t held = w->held[value];
          if (!held) continue;
          const auto room = static_cast<int64_t>(Scratch::rounded(held));
          b.real += held;
          b.reserved += room;
          b.max_reserved = std::max(b.max_reserved, room);
        }
      }
      OutputMemory& m = op.memory[o];
      raise(m.real, b.real);
      raise(m.max_real, b.largest);
      raise(m.reserved, b.reserved);
      raise(m.max_reserved, b.max_reserved);
    }
  }
}

}  // namespace penstock
