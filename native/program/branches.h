// Branches within a batch: an operator in a branch runs only for the samples whose selectors are as its guards want,
// and a merge is, sample by sample, the value of the branch that was taken.
#pragma once
#include "program/samples.h"
#include "program/spec.h"

namespace penstock {

struct BatchState;

// What the branches that meet in one merge must agree on, over all samples of a batch.
struct MergeState {
  const OpNode* op;
  bool in_batch = false;
  OutSpec spec;  // of the batch's first sample
};

// Whether the operator runs for the sample with values `v`. If not, its outputs are marked.
bool takes_branch(const OpNode& op, Value* v);
// Setup of a merge: from now on its value is the chosen one, whose data may still have to be made.
void select(const OpNode& op, Value* v);
// Run of a merge: the data is there now, unless its maker failed.
void bind(const OpNode& op, Value* v);
// Throws where the samples of a merge do not agree: what follows sees one batch, as in DALI, whose samples differ in
// nothing but their extents.
void check_merges(BatchState& state, int from);

}  // namespace penstock
