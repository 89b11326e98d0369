// zerosLike on the CPU.
#include "generated/ops/zeros_like.h"
#include "kernels/fill/fill.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(zeros_like, ZerosLikeArgs, NoState, filled_like_setup, filled_run<0>, kNone)

}  // namespace penstock::ops
