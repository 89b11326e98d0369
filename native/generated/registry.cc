// From native/ops/*/op.json by tools/gen.ts. Do not edit.
#include "core/registry.h"

namespace penstock {
namespace ops {
extern const CpuOp flip_cpu;
}  // namespace ops

static const CpuOp* const kCpuOps[] = {
    &ops::flip_cpu,
    nullptr,
};

const CpuOp* const* cpu_ops() { return kCpuOps; }

}  // namespace penstock
