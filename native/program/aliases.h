// Operators whose outputs have no memory of their own. A merge takes, sample by sample, the value of the branch that
// was taken: an operator in a branch runs only for the samples whose selectors match its guards. A view is a part of
// its first input.
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

// The value in whose memory a value without memory of its own lies.
const Value& source_of(const BatchState& state, const Value& value, int position);

// Whether the sample with values `v` goes through the operator's branch.
bool in_branch(const OpNode& op, const Value* v);
// Returns whether the operator runs for the sample with values `v`. If not, marks its outputs as absent.
bool takes_branch(const OpNode& op, Value* v);
// Setup of a merge: its value becomes the selected branch's value, whose data may still have to be made.
void select(const OpNode& op, Value* v);
// Setup of a view: its outputs become the parts of the input that `parts` lists. Throws INTERNAL for a part that lies
// outside of it.
void look_at(const BatchState& state, const OpNode& op, int position, const ViewOf* parts);
// Run of a merge or a view: finds the data of its outputs, which exists now unless its operator failed.
void bind(const BatchState& state, const OpNode& op, int position);
// Throws when the samples of a merge differ in dtype, layout or number of dimensions: the operators after it see one
// batch, whose samples may differ only in their extents, as in DALI.
void check_merges(BatchState& state, int from);

}  // namespace penstock
