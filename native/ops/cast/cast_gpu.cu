// cast on a GPU.
#include "generated/ops/cast.h"
#include "kernels/cast/cast_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(cast, CastArgs, cast_elements)

}  // namespace penstock::ops
