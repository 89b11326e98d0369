// posterize on a GPU: element by element.
#include "generated/ops/posterize.h"
#include "kernels/color/pointwise_gpu.h"
#include "ops/posterize/posterize.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(posterize, PosterizeArgs, pointwise_gpu<Posterize>)

}  // namespace penstock::ops
