// Where a batch's outputs lie in the arena, and the tables that describe them there.
#pragma once
#include <cstdint>
#include <vector>

#include "core/tensor.h"

namespace penstock {

struct BatchState;

// One output of the program in the batch being made.
struct OutputState {
  OutSpec spec;        // dtype, layout of the batch; shape of the last good sample, for placeholders
  bool known = false;  // spec was seen in any batch
  bool in_batch = false;
  int64_t cursor = 0, limit = 0, begin = 0;
  int64_t kept_cursor = 0, kept_limit = 0;  // before the samples that are being made
};

struct BatchLayout {
  std::vector<OutputState> outputs;
  int64_t tail = 0, kept_tail = 0;  // where the next range begins: now, and before the samples that are being made
  int64_t needed = 0;               // what the arena must have

  void begin(int64_t batch_size);
  // Remembers where the outputs end, and goes back there.
  void keep();
  void restore();
};

// Gives poisoned outputs the shape of a good sample. Throws where samples do not agree on dtype and dimensions.
void fill_placeholders(BatchState& state, int from);
// Throws where a value's tensors together are larger than a batch can be, on whatever device they lie.
void check_sums(const BatchState& state, int from);
// Gives every output of samples [from, count) its final place; returns the arena's size that this needs.
int64_t place(BatchState& state, int from);
// Throws INTERNAL where the arena is smaller than place() has said.
void check_arena(const BatchState& state, int64_t bytes);
// Describes the samples from number `from` on, which are made.
void write_tables(BatchState& state, uint8_t* arena, int from);

}  // namespace penstock
