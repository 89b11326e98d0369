// See whole_batch.h.
#include "program/whole_batch.h"

#include <algorithm>

#include "program/aliases.h"
#include "program/worker.h"

namespace penstock {

WholeBatch::WholeBatch(const BatchState& state, const OpNode& op, int op_index, Worker& w) : state_(state), op_(op) {
  if (!op.whole_batch() || op.guards.empty()) return;
  // Values of guards come from an earlier stage, so they are there for all samples.
  if (w.members.empty()) w.members.resize(state.spec.ops.size());
  BranchMembers& known = w.members[op_index];
  if (known.serial != state.serial) {
    known.positions.clear();
    for (int i = 0; i < state.count; ++i) {
      if (in_branch(op, state.values(i))) known.positions.push_back(i);
    }
    known.serial = state.serial;
  }
  members_ = &known.positions;
}

void WholeBatch::show(SampleBase& s) const {
  if (!op_.whole_batch()) return;
  s.batch = this;
  if (!members_) return;
  const auto found = std::lower_bound(members_->begin(), members_->end(), static_cast<int>(s.position));
  s.position = found - members_->begin();
}

}  // namespace penstock
