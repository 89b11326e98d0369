// onesLike on the CPU.
#include "generated/ops/ones_like.h"
#include "kernels/fill/fill.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(ones_like, OnesLikeArgs, NoState, filled_like_setup, filled_run<1>, kNone)

}  // namespace penstock::ops
