// Which resizes of a program may have their input decoded smaller, and the calls between the operators during setup.
// Shared by all who run programs: pipelines, imperative mode, and pipelines in C++.
#pragma once
#include "program/batch_state.h"

namespace penstock {

// Fills OpNode::shrinks, resizes and twins: a decoder and resizes go together when only these resizes read the
// decoder's images, and all of them run per sample on the CPU. After mark_early().
void mark_shrinking(ProgramSpec& spec, int values);

// The first input of operator number `op_index` for setup() of one sample; it refuses where there is nothing to shrink.
// With several resizes it notes what this one asks for, and leaves the rest to shrink_for_all().
class DecoderInput final : public ShrinkableInput {
 public:
  DecoderInput(BatchState& state, int op_index, int position, Worker& worker)
      : state_(state), op_index_(op_index), position_(position), worker_(worker) {}
  bool shrink(double least, Shrunk& shrunk) override;

 private:
  BatchState& state_;
  const int op_index_, position_;
  Worker& worker_;
};

// Called when all operators of a sample are set up, for a decoder with several resizes: where all that run for the
// sample have asked, it decodes the smallest image that serves each of them, and these are set up again for it.
// `op_index` is the operator at work when it throws.
void shrink_for_all(BatchState& state, const OpNode& decoder, int position, Worker& w, int& op_index);

// The image that one of the decoder's twins has made for this sample, if it is the one that the decoder would make:
// run() of a decoder depends on its file and its state alone. Else null. In imperative mode each resize has a decoder
// of its own, so that its pixels do not depend on what other calls ask for.
const Value* made_by_twin(const BatchState& state, const OpNode& decoder, int position);

}  // namespace penstock
