// From native/ops/*/op.json by tools/gen.ts. Do not edit.
#include "cuda/runtime.h"

namespace penstock {
namespace ops {
extern const gpu::Op brightness_gpu;
extern const gpu::Op brightness_contrast_gpu;
extern const gpu::Op color_space_conversion_gpu;
extern const gpu::Op color_twist_gpu;
extern const gpu::Op contrast_gpu;
extern const gpu::Op hsv_gpu;
extern const gpu::Op hue_gpu;
extern const gpu::Op saturation_gpu;
}  // namespace ops

namespace gpu {

static const Op* const kGpuOps[] = {
    &ops::brightness_gpu,
    &ops::brightness_contrast_gpu,
    &ops::color_space_conversion_gpu,
    &ops::color_twist_gpu,
    &ops::contrast_gpu,
    &ops::hsv_gpu,
    &ops::hue_gpu,
    &ops::saturation_gpu,
    nullptr,
};

const Op* const* gpu_ops() { return kGpuOps; }

}  // namespace gpu
}  // namespace penstock
