// gridMask on a GPU: a thread for each element.
#include <algorithm>

#include "generated/ops/grid_mask.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/grid_mask/grid_mask.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct GridSample {
  GridState state;
  const void* in;
  void* out;
  DType dtype;
  int64_t volume;
};

// --- kernels ---

template <class T>
PENSTOCK_HD void mask_elements(const GridSample& s, int64_t first, int64_t stride) {
  const T* in = static_cast<const T*>(s.in);
  T* out = static_cast<T*>(s.out);
  for (int64_t i = first; i < s.volume; i += stride) {
    int64_t rest = i;
    take_coordinate(rest, s.state.inner);
    const int64_t x = take_coordinate(rest, s.state.width), y = take_coordinate(rest, s.state.height);
    out[i] = grid_keeps(s.state, y, x) ? in[i] : blacked_out(in[i]);
  }
}

__global__ void mask_grid(const GridSample* samples) {
  const GridSample& s = samples[blockIdx.y];
  const int64_t first = int64_t{blockIdx.x} * blockDim.x + threadIdx.x, stride = int64_t{gridDim.x} * blockDim.x;
  dispatch(s.dtype, [&](auto zero) { mask_elements<decltype(zero)>(s, first, stride); });
}

// --- launcher ---

void run(Run& r) {
  std::vector<GridSample> samples;
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const TensorView& in = r.in[0][i];
    samples.push_back({r.state<GridState>(i), in.data, r.out[0][i].data, in.dtype, in.shape.volume()});
    most = std::max(most, samples.back().volume);
  }
  launch(mask_grid, ragged_grid(r.count, most, kThreads), dim3(kThreads), r.ctx.stream(), r.ctx.upload(samples));
}

}  // namespace

PENSTOCK_GPU_OP(grid_mask, GridMaskArgs, run)

}  // namespace penstock::ops
