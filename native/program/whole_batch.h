// The batch as an operator that needs all of it sees it. It lives for one call.
#pragma once
#include "program/batch_state.h"

namespace penstock {

class WholeBatch final : public BatchView {
 public:
  WholeBatch(const BatchState& state, const OpNode& op) : state_(state), op_(op) {}
  int count() const override { return state_.count; }
  const TensorView& input(int i, int position) const override { return state_.values(position)[op_.inputs[i]]; }
  const SampleInfo& sample(int position) const override { return state_.samples[position].info; }
  const void* state(int position) const override { return state_.samples.block(position, op_.state_offset); }
  uint64_t serial() const override { return state_.serial; }

 private:
  const BatchState& state_;
  const OpNode& op_;
};

}  // namespace penstock
