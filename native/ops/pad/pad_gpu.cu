// pad on a GPU: strided copies. Samples of equal fill values go together.
#include <map>

#include "generated/ops/pad.h"
#include "kernels/window/window_copy_gpu.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  std::map<float, std::vector<gpu::StridedCopy>> samples;
  for (int i = 0; i < r.count; ++i) {
    const TensorView& out = r.out[0][i];
    if (!out.shape.volume()) continue;
    const float& fill = r.arg<PadArgs>(i).fill_value;
    samples[fill].push_back(window_copy(r.in[0][i], r.state<Window>(i), Bounds::pad, {&fill, 1}, out));
  }
  for (auto& [fill, copies] : samples) gpu::strided_copy(r.ctx, copies, &fill, 1);
}

}  // namespace

PENSTOCK_GPU_OP(pad, PadArgs, run)

}  // namespace penstock::ops
