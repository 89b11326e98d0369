// resizeCropMirror on the GPU: a resize of the part that setup() has chosen.
#include "generated/ops/resize_crop_mirror.h"
#include "kernels/resample/resample_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(resize_crop_mirror, ResizeCropMirrorArgs, gpu::resample_run)

}  // namespace penstock::ops
