// invert on a GPU: element by element.
#include "generated/ops/invert.h"
#include "kernels/color/pointwise_gpu.h"
#include "ops/invert/invert.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(invert, InvertArgs, pointwise_gpu<Invert>)

}  // namespace penstock::ops
