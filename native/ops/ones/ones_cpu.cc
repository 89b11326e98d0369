// ones on the CPU.
#include "generated/ops/ones.h"
#include "kernels/fill/fill.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(ones, OnesArgs, NoState, filled_setup, filled_run<1>, kNone)

}  // namespace penstock::ops
