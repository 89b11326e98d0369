// The batch as an operator that needs all of it sees it: in a branch, the samples of that branch. It lives for one
// call.
#pragma once
#include "program/batch_state.h"

namespace penstock {

class WholeBatch final : public BatchView {
 public:
  WholeBatch(const BatchState& state, const OpNode& op, int op_index, Worker& w);
  // Hands the batch to the call of the operator for the sample at s.position, if the operator needs it. In a branch
  // that position becomes the one among the samples of the branch.
  void show(SampleBase& s) const;
  // The position in the batch of a sample that the operator knows by its position.
  int at(int position) const { return members_ ? (*members_)[position] : position; }

  int count() const override { return members_ ? static_cast<int>(members_->size()) : state_.count; }
  const TensorView& input(int i, int position) const override { return state_.values(at(position))[op_.inputs[i]]; }
  const SampleInfo& sample(int position) const override { return state_.samples[at(position)].info; }
  const void* state(int position) const override { return state_.samples.block(at(position), op_.state_offset); }
  uint64_t serial() const override { return state_.serial; }

 private:
  const BatchState& state_;
  const OpNode& op_;
  const std::vector<int>* members_ = nullptr;  // the positions of the branch's samples; null outside of branches
};

}  // namespace penstock
