// What an operator is called with: its arguments, the inputs of one sample, and what its thread keeps for it.
#pragma once
#include <cstdint>

#include "program/batch_state.h"

namespace penstock {

// The operator's arguments for a sample, and its state.
inline const void* args_of(const BatchState& state, const OpNode& op, int position) {
  return op.arg_inputs.empty() ? op.args.data() : state.samples.block(position, op.args_offset);
}
inline void* state_of(const BatchState& state, const OpNode& op, int position) {
  return state.samples.block(position, op.state_offset);
}

// Fills all of `s` but what setup() or run() adds; `in` holds the inputs.
void prepare_call(SampleBase& s, const BatchState& state, const OpNode& op, int op_index, int position, Worker& w,
                  TensorView* in);

// Puts the values of per-sample arguments into the sample's copy of the arguments. Throws INVALID_ARGUMENT for values
// out of range, and for one where another number of them is expected.
void resolve_args(const BatchState& state, const OpNode& op, int position, Worker& w);

}  // namespace penstock
