// sphere on the GPU.
#include "generated/ops/sphere.h"
#include "kernels/remap/remap_gpu.h"
#include "ops/sphere/sphere.h"

namespace penstock::ops {
namespace {

using namespace gpu;

// --- launcher ---

void run(Run& r) {
  const auto state = [&](int i) -> const RemapState& { return r.state<RemapState>(i); };
  run_remap_gpu(r, state, [&](int i) { return sphere_map(state(i)); });
}

}  // namespace

PENSTOCK_GPU_OP(sphere, SphereArgs, run)

}  // namespace penstock::ops
