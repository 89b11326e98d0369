// From native/ops/*/op.json by tools/gen.ts. Do not edit.
#include "cuda/runtime.h"

namespace penstock {
namespace ops {
extern const gpu::Op crop_mirror_normalize_gpu;
extern const gpu::Op fused_resize_crop_mirror_normalize_gpu;
extern const gpu::Op random_resized_crop_gpu;
extern const gpu::Op resize_gpu;
extern const gpu::Op resize_crop_mirror_gpu;
}  // namespace ops

namespace gpu {

static const Op* const kGpuOps[] = {
    &ops::crop_mirror_normalize_gpu,
    &ops::fused_resize_crop_mirror_normalize_gpu,
    &ops::random_resized_crop_gpu,
    &ops::resize_gpu,
    &ops::resize_crop_mirror_gpu,
    nullptr,
};

const Op* const* gpu_ops() { return kGpuOps; }

}  // namespace gpu
}  // namespace penstock
