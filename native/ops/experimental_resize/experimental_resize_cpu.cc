// experimental.resize on the CPU.
#include "generated/ops/experimental_resize.h"
#include "kernels/resample/resize_op.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(experimental_resize, ExperimentalResizeArgs, ResizeState, setup_resize<ExperimentalResizeArgs>,
                run_resize_op<ExperimentalResizeArgs>, kNone)

}  // namespace penstock::ops
