// cat on a GPU.
#include "generated/ops/cat.h"
#include "kernels/join/join_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(cat, CatArgs, gpu::join)

}  // namespace penstock::ops
