// Which resizes of a program may have their input decoded smaller, and the call between the two operators during setup.
// Shared by all who run programs: pipelines, imperative mode, and pipelines in C++.
#pragma once
#include "program/batch_state.h"

namespace penstock {

// Fills OpNode::shrinks: a decoder and a resize go together when the resize is the only reader of the decoder's images,
// and both run per sample on the CPU. After mark_early().
void mark_shrinking(ProgramSpec& spec, int values);

// The first input of `op` for setup() of one sample; it refuses where the two do not go together.
class DecoderInput final : public ShrinkableInput {
 public:
  DecoderInput(BatchState& state, const OpNode& op, int position) : state_(state), op_(op), position_(position) {}
  bool shrink(double least, Shrunk& shrunk) override;

 private:
  BatchState& state_;
  const OpNode& op_;
  const int position_;
};

}  // namespace penstock
