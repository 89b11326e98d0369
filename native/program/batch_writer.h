// Finds the places of a batch's outputs in the arena, and writes the tables that describe them there.
#pragma once
#include <cstdint>
#include <vector>

#include "core/tensor.h"

namespace penstock {

struct BatchState;

// One output of the program in the current batch.
struct OutputState {
  OutSpec spec;        // dtype and layout of the batch; shape of the last good sample, which placeholders get
  bool known = false;  // spec was seen in some batch
  bool in_batch = false;
  int64_t cursor = 0, limit = 0, begin = 0;
  int64_t kept_cursor = 0, kept_limit = 0;  // their values before the samples that are being made
};

struct BatchLayout {
  std::vector<OutputState> outputs;
  int64_t tail = 0, kept_tail = 0;  // where the next range begins: now, and before the samples that are being made
  int64_t needed = 0;               // the size that the arena must have

  void begin(int64_t batch_size);
  // keep() remembers where the outputs end; restore() returns there.
  void keep();
  void restore();
};

// Gives poisoned outputs the shape of a good sample. Throws when samples differ in dtype or number of dimensions.
void fill_placeholders(BatchState& state, int from);
// Throws when the tensors of one value are together larger than a batch can be, on whatever device they lie.
void check_sums(const BatchState& state, int from);
// Gives every output of samples [from, count) its final place; returns the arena size that this needs.
int64_t place(BatchState& state, int from);
// Throws INTERNAL when the arena is smaller than the size that place() returned.
void check_arena(const BatchState& state, int64_t bytes);
// Writes the tables' entries of the samples from number `from` on, which are made.
void write_tables(BatchState& state, uint8_t* arena, int from);

}  // namespace penstock
