// Several operations of math.*, one after another, on a GPU; kernels/math/chain_gpu.h runs them.
#include "generated/ops/math_chain.h"
#include "gpu_plugin/gpu_op.h"
#include "kernels/math/chain_gpu.h"
#include "ops/math_chain/math_chain.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  const auto& a = r.arg<MathChainArgs>(0);
  const std::vector<math::Operation> operations = operations_of(a);
  math::run_chain_gpu(r, operations.data(), static_cast<int>(operations.size()), a.constants);
}

}  // namespace

PENSTOCK_GPU_OP(math_chain, MathChainArgs, run)

}  // namespace penstock::ops
