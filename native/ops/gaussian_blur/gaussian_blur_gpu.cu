// gaussianBlur on a GPU: one kernel per axis over the whole batch, through float32 in scratch memory, in the CPU's
// order of axes and of sums. The host computes the windows; samples with equal windows share one.
#include "generated/ops/gaussian_blur.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/gaussian_blur/gaussian_blur.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

// One sample's pass along one axis; neighbours along it are `step` elements apart.
struct BlurPass {
  const void* in;
  void* out;
  DType in_dtype, out_dtype;
  int64_t volume, extent, step;
  int64_t window;  // index of the first weight in the list of all windows
  int taps;
};

// --- kernels ---

// Stands for a dtype that the kernel looks up per element. The float32 of scratch memory is known at compile time.
struct AnyDtype {};
template <class T>
PENSTOCK_HD float blur_load(const void* data, int64_t i, DType dtype) {
  if constexpr (std::is_same_v<T, AnyDtype>) {
    return load_as<float>(data, i, dtype);
  } else {
    return static_cast<float>(static_cast<const T*>(data)[i]);
  }
}
template <class T>
PENSTOCK_HD void blur_store(void* data, int64_t i, DType dtype, float v) {
  if constexpr (std::is_same_v<T, AnyDtype>) {
    store_as(data, i, dtype, v);
  } else {
    static_cast<T*>(data)[i] = convert<T>(v);
  }
}

template <class In, class Out>
__global__ void blur_axis(const BlurPass* passes, const float* windows) {
  const BlurPass& p = passes[blockIdx.y];
  const float* window = windows + p.window;
  const int radius = p.taps / 2;
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < p.volume; i += stride) {
    int64_t rest = i;
    take_coordinate(rest, p.step);
    const int64_t at = take_coordinate(rest, p.extent);
    float sum;
    if (at >= radius && at + radius < p.extent) {
      int64_t from = i - radius * p.step;
      sum = blur_load<In>(p.in, from, p.in_dtype) * window[0];
      for (int k = 1; k < p.taps; ++k) sum += blur_load<In>(p.in, from += p.step, p.in_dtype) * window[k];
    } else {
      const int64_t line = i - at * p.step;
      sum = 0;
      for (int k = 0; k < p.taps; ++k) {
        const int64_t from = line + mirror_101(at - radius + k, p.extent) * p.step;
        const float part = blur_load<In>(p.in, from, p.in_dtype) * window[k];
        sum = k ? sum + part : part;
      }
    }
    blur_store<Out>(p.out, i, p.out_dtype, sum);
  }
}

// --- launchers ---

// The weights of all windows of a batch in one list.
struct Windows {
  struct Known {
    float sigma;
    int taps;
    int64_t at;
  };
  std::vector<Known> known;
  std::vector<float> weights;

  int64_t find(float sigma, int taps) {
    for (const Known& k : known) {
      if (k.sigma == sigma && k.taps == taps) return k.at;
    }
    const int64_t at = static_cast<int64_t>(weights.size());
    weights.resize(static_cast<size_t>(at + taps));
    fill_gaussian(sigma, taps, weights.data() + at);
    known.push_back({sigma, taps, at});
    return at;
  }
};

template <class In, class Out>
void launch_pass(Context& ctx, const std::vector<BlurPass>& passes, int64_t most, const float* windows) {
  launch(blur_axis<In, Out>, ragged_grid(static_cast<int>(passes.size()), most, kThreads), dim3(kThreads), ctx.stream(),
         ctx.upload(passes), windows);
}

void run(Run& r) {
  int64_t most = 0, total = 0;
  bool deep = false;
  Windows windows;
  std::vector<int64_t> found(static_cast<size_t>(r.count) * kMaxBlurAxes);
  for (int i = 0; i < r.count; ++i) {
    const auto& st = r.state<GaussianBlurState>(i);
    const int64_t n = r.in[0][i].shape.volume();
    most = std::max(most, n);
    total += n;
    deep = deep || st.taps[0] > 1;
    for (int axis = 0; axis < kMaxBlurAxes; ++axis) {
      found[i * kMaxBlurAxes + axis] = windows.find(st.sigma[axis], st.taps[axis]);
    }
  }
  if (!most) return;
  const float* weights = r.ctx.upload(windows.weights);
  float* blurred[2] = {r.ctx.scratch<float>(total), deep ? r.ctx.scratch<float>(total) : nullptr};

  // Passes along a row, across rows and across planes. All but the first input and last output are in scratch memory.
  std::vector<BlurPass> passes(r.count);
  const int last = deep ? 0 : 1;
  for (int axis = kMaxBlurAxes - 1; axis >= last; --axis) {
    int64_t at = 0;
    for (int i = 0; i < r.count; ++i) {
      const auto& st = r.state<GaussianBlurState>(i);
      const TensorView &in = r.in[0][i], &out = r.out[0][i];
      BlurPass& p = passes[i];
      p.volume = in.shape.volume();
      p.extent = st.extent[axis];
      p.step = st.inner;
      for (int d = axis + 1; d < kMaxBlurAxes; ++d) p.step *= st.extent[d];
      p.window = found[i * kMaxBlurAxes + axis];
      p.taps = st.taps[axis];
      const bool first = axis == kMaxBlurAxes - 1;
      p.in = first ? in.data : blurred[axis == 1 ? 0 : 1] + at;
      p.in_dtype = first ? in.dtype : DType::float32;
      p.out = axis == last ? out.data : blurred[first ? 0 : 1] + at;
      p.out_dtype = axis == last ? out.dtype : DType::float32;
      at += p.volume;
    }
    const DType from = passes[0].in_dtype, to = passes[0].out_dtype;
    if (axis == last) {
      if (to == DType::uint8) {
        launch_pass<float, uint8_t>(r.ctx, passes, most, weights);
      } else if (to == DType::float32) {
        launch_pass<float, float>(r.ctx, passes, most, weights);
      } else {
        launch_pass<float, AnyDtype>(r.ctx, passes, most, weights);
      }
    } else if (from == DType::uint8) {
      launch_pass<uint8_t, float>(r.ctx, passes, most, weights);
    } else if (from == DType::float32) {
      launch_pass<float, float>(r.ctx, passes, most, weights);
    } else {
      launch_pass<AnyDtype, float>(r.ctx, passes, most, weights);
    }
  }
}

}  // namespace

PENSTOCK_GPU_OP(gaussian_blur, GaussianBlurArgs, run)

}  // namespace penstock::ops
