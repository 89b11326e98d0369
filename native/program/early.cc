// See early.h.
#include "program/early.h"

#include <algorithm>

#include "program/sample_error.h"

namespace penstock {

int count_values(const ProgramSpec& spec) {
  int values = std::max(static_cast<int>(spec.inputs.size()), spec.source_value + 1);
  for (const OpNode& op : spec.ops) {
    for (int v : op.outputs) values = std::max(values, v + 1);
  }
  return values;
}

void mark_early(ProgramSpec& spec, int values) {
  std::vector<bool> wanted(values, false);
  for (auto it = spec.ops.rbegin(); it != spec.ops.rend(); ++it) {
    OpNode& op = *it;
    // A CPU operator in a program that runs on a GPU is there to make arguments.
    op.early = (spec.gpu >= 0 && op.device == Device::cpu && !op.merges()) ||
               std::any_of(op.outputs.begin(), op.outputs.end(), [&](int v) { return wanted[v]; });
    if (op.early && op.device != Device::cpu) {
      throw SampleError(
          Error(ErrorCode::INVALID_ARGUMENT, "Expected values on the CPU for an argument but received some on the GPU"),
          op.op->name, op.call_site, -1, "");
    }
    for (const auto& a : op.arg_inputs) wanted[a.value] = true;
    for (const auto& g : op.guards) wanted[g.value] = true;
    if (op.merges()) wanted[op.inputs[0]] = true;
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      if (op.early || op.reads(i)) wanted[op.inputs[i]] = true;
    }
  }
}

}  // namespace penstock
