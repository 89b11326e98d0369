// zeros on the CPU.
#include "generated/ops/zeros.h"
#include "kernels/fill/fill.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(zeros, ZerosArgs, NoState, filled_setup, filled_run<0>, kNone)

}  // namespace penstock::ops
