// resize on the CPU.
#include "generated/ops/resize.h"
#include "kernels/resample/resize_op.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(resize, ResizeArgs, ResizeState, setup_resize<ResizeArgs>, run_resize_op<ResizeArgs>, kNone)

}  // namespace penstock::ops
