// water on the GPU: a resampling along waves whose tables the host makes.
#include "generated/ops/water.h"
#include "kernels/remap/remap_gpu.h"
#include "ops/water/water.h"

namespace penstock::ops {
namespace {

using namespace gpu;

// --- launcher ---

void run(Run& r) {
  std::vector<int64_t> first(r.count + 1, 0);
  for (int i = 0; i < r.count; ++i) first[i + 1] = first[i] + water_numbers(r.state<WaterState>(i));
  std::vector<float> tables(first[r.count]);
  for (int i = 0; i < r.count; ++i) fill_waves(r.state<WaterState>(i), tables.data() + first[i]);
  const float* uploaded = r.ctx.upload(tables);
  run_remap_gpu(
      r, [&](int i) -> const RemapState& { return r.state<WaterState>(i).remap; },
      [&](int i) { return water_map(r.state<WaterState>(i), uploaded + first[i]); });
}

}  // namespace

PENSTOCK_GPU_OP(water, WaterArgs, run)

}  // namespace penstock::ops
