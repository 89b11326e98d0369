// From native/ops/*/op.json by tools/gen.ts. Do not edit.
#include "core/registry.h"

namespace penstock {
namespace ops {
extern const CpuOp crop_mirror_normalize_cpu;
extern const CpuOp readers_file_cpu;
}  // namespace ops

static const CpuOp* const kCpuOps[] = {
    &ops::crop_mirror_normalize_cpu,
    &ops::readers_file_cpu,
    nullptr,
};

const CpuOp* const* cpu_ops() { return kCpuOps; }

}  // namespace penstock
