// math.* on a GPU, run as a chain (kernels/math/chain_gpu.h) of one operation.
#include "generated/ops/math.h"
#include "gpu_plugin/gpu_op.h"
#include "kernels/math/chain_gpu.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  const auto& a = r.arg<MathArgs>(0);
  math::run_chain_gpu(r, &a.operation, 1, a.constants);
}

}  // namespace

PENSTOCK_GPU_OP(math, MathArgs, run)

}  // namespace penstock::ops
