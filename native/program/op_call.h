// The arguments of an operator's call: its argument struct, the inputs of one sample, and the state that its thread
// keeps.
#pragma once
#include <cstdint>

#include "program/batch_state.h"

namespace penstock {

// The operator's argument struct for a sample, and its state.
inline const void* args_of(const BatchState& state, const OpNode& op, int position) {
  return op.arg_inputs.empty() ? op.args.data() : state.samples.block(position, op.args_offset);
}
inline void* state_of(const BatchState& state, const OpNode& op, int position) {
  return state.samples.block(position, op.state_offset);
}

// Fills the fields of `s` that setup() and run() have in common; the inputs are in w.call.
void prepare_call(SampleBase& s, const BatchState& state, const OpNode& op, int op_index, int position, Worker& w);

// Writes the values of per-sample arguments into the sample's copy of the argument struct. Throws INVALID_ARGUMENT for
// values out of range, or when the number of values is wrong.
void resolve_args(const BatchState& state, const OpNode& op, int position, Worker& w);
// Writes them into `args`, with the values of one frame of those arguments that are sequences.
void resolve_args(const BatchState& state, const OpNode& op, int position, Worker& w, uint8_t* args, int frame);

}  // namespace penstock
