// Branches within a batch: an operator in a branch runs only for the samples whose selectors match its guards. A merge
// takes, sample by sample, the value of the branch that was taken.
#pragma once
#include "program/samples.h"
#include "program/spec.h"

namespace penstock {

struct BatchState;

// The properties on which the branches of one merge must agree, over all samples of a batch.
struct MergeState {
  const OpNode* op;
  bool in_batch = false;
  OutSpec spec;  // of the batch's first sample
};

// Returns whether the operator runs for the sample with values `v`. If not, marks its outputs as absent.
bool takes_branch(const OpNode& op, Value* v);
// Setup of a merge: its value becomes the selected branch's value, whose data may still have to be made.
void select(const OpNode& op, Value* v);
// Run of a merge: takes over the selected value's data, which exists now unless its operator failed.
void bind(const OpNode& op, Value* v);
// Throws when the samples of a merge differ in dtype, layout or number of dimensions: the operators after it see one
// batch, whose samples may differ only in their extents, as in DALI.
void check_merges(BatchState& state, int from);

}  // namespace penstock
