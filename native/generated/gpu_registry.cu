// From native/ops/*/op.json by tools/gen.ts. Do not edit.
#include "cuda/runtime.h"

namespace penstock {
namespace ops {
}  // namespace ops

namespace gpu {

static const Op* const kGpuOps[] = {
    nullptr,
};

const Op* const* gpu_ops() { return kGpuOps; }

}  // namespace gpu
}  // namespace penstock
