// solarize on a GPU: element by element.
#include "generated/ops/solarize.h"
#include "kernels/color/pointwise_gpu.h"
#include "ops/solarize/solarize.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(solarize, SolarizeArgs, pointwise_gpu<Solarize>)

}  // namespace penstock::ops
