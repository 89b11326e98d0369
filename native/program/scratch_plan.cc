// See scratch_plan.h.
#include "program/scratch_plan.h"

#include <algorithm>

namespace penstock {

ScratchPlan assign_scratch(const ProgramSpec& spec, int values) {
  const int end = static_cast<int>(spec.ops.size());
  // For each value: its last reader. Arguments, selectors and guards are made during setup, and not in a scratch
  // buffer.
  std::vector<int> last(values, -1);
  for (int v : spec.outputs) last[v] = end;
  for (int i = end - 1; i >= 0; --i) {
    const OpNode& op = spec.ops[i];
    // A decoder's image may be that of a twin, which lives as long then.
    for (const int t : op.twins) {
      for (const int v : spec.ops[t].outputs) last[v] = std::max(last[v], last[op.outputs[0]]);
    }
    // The output of a merge or a view lies in one of its inputs, so that input lives as long as the output.
    int until = i;
    for (int v : op.outputs) {
      if (op.aliases()) until = std::max(until, last[v]);
    }
    for (int v : op.inputs) last[v] = std::max(last[v], until);
    // The readers of a mixture make the same values, which keep their buffers from the first of them to the last.
    for (int v : op.outputs) last[v] = std::max(last[v], i);
  }

  ScratchPlan plan;
  plan.buffer_of.assign(values, -1);
  std::vector<std::vector<int>> leaving(end + 1);  // per operator: the buffers that are free after it
  std::vector<int> free;
  for (int i = 0; i < end; ++i) {
    const OpNode& op = spec.ops[i];
    if (!op.early && !op.aliases()) {
      for (int v : op.outputs) {
        if (plan.buffer_of[v] >= 0) continue;
        if (free.empty()) free.push_back(plan.buffers++);
        // The buffer that was freed last is the likeliest to be in the cache.
        plan.buffer_of[v] = free.back();
        free.pop_back();
        leaving[last[v]].push_back(plan.buffer_of[v]);
      }
    }
    free.insert(free.end(), leaving[i].begin(), leaving[i].end());
  }
  return plan;
}

}  // namespace penstock
