// Describes the samples of a batch: takes them from input arenas or from a list, calls each operator's setup(), and
// calls the run() of those operators whose values another setup() needs. Afterwards every value's shape is known.
#pragma once
#include <cstdint>
#include <vector>

#include "dataset/files/open_files.h"
#include "program/batch_state.h"
#include "program/request.h"

namespace penstock {

// Samples of input arenas, one arena per mailbox. They are [from, from + count), or for each mailbox the list in
// `rows`, where null stands for the first `count`.
struct ArenaRows {
  const std::vector<ArenaRef>& arenas;
  const std::vector<const int32_t*>* rows;  // null: no lists
  int from, count;

  bool listed(size_t mailbox) const { return rows && (*rows)[mailbox]; }
  int row(size_t mailbox, int i) const { return listed(mailbox) ? (*rows)[mailbox][i] : from + i; }
};

// Writes samples behind those of the batch; setup_samples() then counts them in. Throws INVALID_INPUT when the arenas
// or the batch have fewer.
void append_samples(BatchState& state, const ArenaRows& in);
void append_samples(BatchState& state, const SampleId* ids, int count);

// Asks for what a reader will read of `count` samples in the processor's caches; `position` gives the i-th. A program
// that does not read files asks for nothing.
template <class Positions>
void prefetch_reads(const BatchState& state, int count, const Positions& position) {
  if (!state.spec.dataset) return;
  for (int begin = 0, end; begin < count; begin = end) {
    const OpenFiles* files = state.route(position(begin)).files;
    for (end = begin + 1; end < count && state.route(position(end)).files == files;) ++end;
    if (files) files->prefetch(end - begin, [&](int i) { return state.samples[position(begin + i)].extent; });
  }
}

// Describes the `count` appended samples and counts them in. Samples that fail are marked.
void setup_samples(BatchState& state, int count);

}  // namespace penstock
