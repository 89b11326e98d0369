// randomResizedCrop on the GPU: a resize with the region that setup() has drawn.
#include "generated/ops/random_resized_crop.h"
#include "kernels/resample/resample_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(random_resized_crop, RandomResizedCropArgs, gpu::resample_run)

}  // namespace penstock::ops
