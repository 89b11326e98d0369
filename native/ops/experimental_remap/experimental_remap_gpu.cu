// experimental.remap on the GPU: each frame is a sample of the kernel.
#include "generated/ops/experimental_remap.h"
#include "kernels/remap/remap_gpu.h"
#include "ops/experimental_remap/position_map.h"

namespace penstock::ops {
namespace {

using namespace gpu;

// --- launcher ---

void run(Run& r) {
  RemapBatch<PositionMap> batch;
  for (int i = 0; i < r.count; ++i) {
    const auto& st = r.state<PositionMapState>(i);
    each_frame(st, r.in[0][i].dtype, r.in[1][i].data, r.in[2][i].data, r.in[0][i].data, r.out[0][i].data,
               [&](const PositionMap& map, const uint8_t* in, uint8_t* out) { batch.add(st.remap, map, in, out); });
  }
  batch.run(r);
}

}  // namespace

PENSTOCK_GPU_OP(experimental_remap, ExperimentalRemapArgs, run)

}  // namespace penstock::ops
