// filter on a GPU: a thread sums the elements below the kernel for one output element, in the CPU's order. Kernels and
// fill values are in host memory, and are copied to the device with the descriptors.
#include "generated/ops/filter.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/convolve/rows.h"
#include "ops/filter/filter.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct FilterSample {
  const void* in;
  void* out;
  DType in_dtype, out_dtype;
  int64_t volume;  // of the output
  FilterState st;
  const float *weights, *fill;
};

// --- device helpers ---

PENSTOCK_HD void store_filtered(void* out, int64_t i, DType dtype, float v) {
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    auto* to = static_cast<T*>(out) + i;
    if constexpr (std::is_integral_v<T> && sizeof(T) <= 2 && !std::is_same_v<T, bool>) {
      *to = round_even<T>(v);
    } else {
      *to = convert<T>(v);
    }
  });
}

// --- kernels ---

__global__ void filter_samples(const FilterSample* samples) {
  const FilterSample& s = samples[blockIdx.y];
  const FilterState& st = s.st;
  const int64_t step = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.volume; i += step) {
    int64_t rest = i;
    const int64_t c = take_coordinate(rest, st.inner);
    const int64_t x = take_coordinate(rest, st.out[2]);
    const int64_t y = take_coordinate(rest, st.out[1]);
    const int64_t z = take_coordinate(rest, st.out[0]);
    const int64_t frame = rest / st.planes, first = rest * st.in[0];
    const float* weights = s.weights + (st.kernel_per_frame ? frame * st.weights() : 0);
    const float fill = s.fill[st.fill_per_frame ? frame : 0];
    const float sum = filter_sum(st, weights, fill, z, y, x, [&](int64_t at_z, int64_t at_y, int64_t at_x) {
      const int64_t at = (((first + at_z) * st.in[1] + at_y) * st.in[2] + at_x) * st.inner + c;
      return load_as<float>(s.in, at, s.in_dtype);
    });
    store_filtered(s.out, i, s.out_dtype, sum);
  }
}

// --- launchers ---

// The fill values of a sample as float: one, or one for each frame.
std::vector<float> fill_values(const Run& r, int i) {
  if (r.num_inputs < 3) return {0};
  const TensorView& fill = r.in[2][i];
  std::vector<float> values(static_cast<size_t>(fill.shape.volume()));
  for (size_t k = 0; k < values.size(); ++k) {
    values[k] = load_as<float>(fill.data, static_cast<int64_t>(k), fill.dtype);
  }
  return values;
}

void run(Run& r) {
  int64_t most = 0;
  std::vector<FilterSample> samples(r.count);
  for (int i = 0; i < r.count; ++i) {
    const TensorView &in = r.in[0][i], &kernel = r.in[1][i], &out = r.out[0][i];
    const float* weights = r.ctx.upload(kernel.as<float>(), static_cast<size_t>(kernel.shape.volume()));
    samples[i] = {in.data,
                  out.data,
                  in.dtype,
                  out.dtype,
                  out.shape.volume(),
                  r.state<FilterState>(i),
                  weights,
                  r.ctx.upload(fill_values(r, i))};
    most = std::max(most, samples[i].volume);
  }
  launch(filter_samples, ragged_grid(r.count, most, kThreads, 4096), dim3(kThreads), r.ctx.stream(),
         r.ctx.upload(samples));
}

}  // namespace

PENSTOCK_GPU_OP(filter, FilterArgs, run)

}  // namespace penstock::ops
