// From native/ops/*/op.json by tools/gen.ts. Do not edit.
#include "cuda/runtime.h"

namespace penstock {
namespace ops {
extern const gpu::Op cast_gpu;
extern const gpu::Op copy_gpu;
extern const gpu::Op crop_gpu;
extern const gpu::Op crop_mirror_normalize_gpu;
extern const gpu::Op flip_gpu;
extern const gpu::Op gaussian_blur_gpu;
extern const gpu::Op normalize_gpu;
extern const gpu::Op slice_gpu;
extern const gpu::Op transpose_gpu;
}  // namespace ops

namespace gpu {

static const Op* const kGpuOps[] = {
    &ops::cast_gpu,
    &ops::copy_gpu,
    &ops::crop_gpu,
    &ops::crop_mirror_normalize_gpu,
    &ops::flip_gpu,
    &ops::gaussian_blur_gpu,
    &ops::normalize_gpu,
    &ops::slice_gpu,
    &ops::transpose_gpu,
    nullptr,
};

const Op* const* gpu_ops() { return kGpuOps; }

}  // namespace gpu
}  // namespace penstock
