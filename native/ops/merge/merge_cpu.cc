// merge on the CPU. It computes nothing, so there is no kernel; the program recognises it by its flag and passes the
// chosen branch's value on.
#include "core/op.h"
#include "generated/ops/merge.h"

namespace penstock::ops {

extern const CpuOp merge_cpu;
const CpuOp merge_cpu = {MergeArgs::op_name, &MergeArgs::table, kMerges, 0, nullptr, nullptr};

}  // namespace penstock::ops
