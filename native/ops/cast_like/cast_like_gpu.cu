// castLike on a GPU.
#include "generated/ops/cast_like.h"
#include "kernels/cast/cast_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(cast_like, CastLikeArgs, cast_elements)

}  // namespace penstock::ops
