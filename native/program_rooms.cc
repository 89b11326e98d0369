// Which intermediates of a sample share memory. A value's room is free again after its last reader; operators run in
// one order for every sample, so that is known when the program is made.
#include <algorithm>

#include "program_state.h"

namespace penstock {

void Program::assign_rooms() {
  const int end = static_cast<int>(spec_->ops.size());
  // Per value: its last reader. Arguments, selectors and guards are made early, and not in a room.
  std::vector<int> last(num_values_, -1);
  for (int v : spec_->outputs) last[v] = end;
  for (int i = end - 1; i >= 0; --i) {
    const OpNode& op = spec_->ops[i];
    // What a merge gives is one of its inputs itself.
    const int until = op.merges() ? std::max(i, last[op.outputs[0]]) : i;
    for (int v : op.inputs) last[v] = std::max(last[v], until);
  }

  rooms_.assign(num_values_, -1);
  std::vector<std::vector<int>> leaving(end + 1);  // per operator: rooms that nobody needs after it
  std::vector<int> free;
  for (int i = 0; i < end; ++i) {
    const OpNode& op = spec_->ops[i];
    if (!op.early && !op.merges()) {
      for (int v : op.outputs) {
        if (free.empty()) free.push_back(num_rooms_++);
        // The one that was left last is the likeliest to be in cache.
        rooms_[v] = free.back();
        free.pop_back();
        leaving[std::max(i, last[v])].push_back(rooms_[v]);
      }
    }
    free.insert(free.end(), leaving[i].begin(), leaving[i].end());
  }
}

}  // namespace penstock
