// laplacian on a GPU: a thread computes one element from all that lie below the windows, in the CPU's order of sums,
// which needs no memory for passes.
#include "generated/ops/laplacian.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/laplacian/laplacian.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct LaplacianSample {
  const void* in;
  void* out;
  DType in_dtype, out_dtype;
  int64_t volume;
  LaplacianState st;
  LaplacianWindows windows;
};

// --- kernels ---

__global__ void laplacian_samples(const LaplacianSample* samples) {
  const LaplacianSample& s = samples[blockIdx.y];
  const LaplacianState& st = s.st;
  const int64_t step = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.volume; i += step) {
    int64_t rest = i;
    const int64_t c = take_coordinate(rest, st.inner);
    const int64_t x = take_coordinate(rest, st.extent[2]);
    const int64_t y = take_coordinate(rest, st.extent[1]);
    const int64_t z = take_coordinate(rest, st.extent[0]);
    const int64_t first = rest * st.extent[0];
    const float v = laplacian_at(st, s.windows, z, y, x, [&](int64_t at_z, int64_t at_y, int64_t at_x) {
      const int64_t at = (((first + at_z) * st.extent[1] + at_y) * st.extent[2] + at_x) * st.inner + c;
      return load_as<float>(s.in, at, s.in_dtype);
    });
    store_as(s.out, i, s.out_dtype, v);
  }
}

// --- launchers ---

void run(Run& r) {
  int64_t most = 0;
  std::vector<LaplacianSample> samples(r.count);
  for (int i = 0; i < r.count; ++i) {
    const TensorView &in = r.in[0][i], &out = r.out[0][i];
    LaplacianSample& s = samples[i];
    s.in = in.data;
    s.out = out.data;
    s.in_dtype = in.dtype;
    s.out_dtype = out.dtype;
    s.volume = in.shape.volume();
    s.st = r.state<LaplacianState>(i);
    fill_windows(s.st, s.windows);
    most = std::max(most, s.volume);
  }
  launch(laplacian_samples, ragged_grid(r.count, most, kThreads, 4096), dim3(kThreads), r.ctx.stream(),
         r.ctx.upload(samples));
}

}  // namespace

PENSTOCK_GPU_OP(laplacian, LaplacianArgs, run)

}  // namespace penstock::ops
