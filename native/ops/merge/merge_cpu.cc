// merge on the CPU: nothing is computed, so there is no kernel. The program's runner knows it by its flag.
#include "core/op.h"
#include "generated/ops/merge.h"

namespace penstock::ops {

extern const CpuOp merge_cpu;
const CpuOp merge_cpu = {MergeArgs::op_name, &MergeArgs::table, kMerges, 0, nullptr, nullptr};

}  // namespace penstock::ops
