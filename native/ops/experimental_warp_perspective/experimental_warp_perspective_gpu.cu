// experimental.warpPerspective on the GPU: a resampling with the map that setup() has made.
#include "generated/ops/experimental_warp_perspective.h"
#include "kernels/remap/remap_gpu.h"
#include "ops/experimental_warp_perspective/perspective.h"

namespace penstock::ops {
namespace {

using namespace gpu;

// --- launcher ---

void run(Run& r) {
  run_remap_gpu(
      r, [&](int i) -> const RemapState& { return r.state<PerspectiveState>(i).remap; },
      [&](int i) { return r.state<PerspectiveState>(i).map; });
}

}  // namespace

PENSTOCK_GPU_OP(experimental_warp_perspective, ExperimentalWarpPerspectiveArgs, run)

}  // namespace penstock::ops
