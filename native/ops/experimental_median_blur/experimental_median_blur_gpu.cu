// experimental.medianBlur on the GPU: a thread finds the bits of the median's key from the highest on, by counting the
// elements of the window below it, which needs no memory.
#include "generated/ops/experimental_median_blur.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/experimental_median_blur/median.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct MedianSample {
  const void* in;
  void* out;
  int64_t volume;
  MedianState st;
};

// --- kernels ---

template <class T>
__global__ void median_samples(const MedianSample* samples) {
  const MedianSample& s = samples[blockIdx.y];
  const MedianState& st = s.st;
  const T* in = static_cast<const T*>(s.in);
  const int64_t step = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.volume; i += step) {
    int64_t rest = i;
    const int64_t c = take_coordinate(rest, st.inner);
    const int64_t x = take_coordinate(rest, st.extent[1]) - st.window[1] / 2;
    const int64_t y = take_coordinate(rest, st.extent[0]) - st.window[0] / 2;
    const int rank = st.count() / 2;
    uint32_t median = 0;
    for (int bit = 8 * static_cast<int>(sizeof(T)) - 1; bit >= 0; --bit) {
      const uint32_t above = median | uint32_t{1} << bit;
      int below = 0;
      for (int dy = 0; dy < st.window[0]; ++dy) {
        const int64_t row = rest * st.extent[0] + border_index(y + dy, st.extent[0], Border::clamp);
        for (int dx = 0; dx < st.window[1]; ++dx) {
          const int64_t at = row * st.extent[1] + border_index(x + dx, st.extent[1], Border::clamp);
          below += order_key(in[at * st.inner + c]) < above;
        }
      }
      if (below <= rank) median = above;
    }
    static_cast<T*>(s.out)[i] = of_order_key<T>(median);
  }
}

// --- launchers ---

template <class T>
void launch_median(Run& r, const std::vector<MedianSample>& samples, int64_t most) {
  launch(median_samples<T>, ragged_grid(r.count, most, kThreads, 4096), dim3(kThreads), r.ctx.stream(),
         r.ctx.upload(samples));
}

void run(Run& r) {
  int64_t most = 0;
  std::vector<MedianSample> samples(r.count);
  for (int i = 0; i < r.count; ++i) {
    const TensorView &in = r.in[0][i], &out = r.out[0][i];
    samples[i] = {in.data, out.data, in.shape.volume(), r.state<MedianState>(i)};
    most = std::max(most, samples[i].volume);
  }
  if (!most) return;
  const DType dtype = r.in[0][0].dtype;
  if (dtype == DType::uint8) return launch_median<uint8_t>(r, samples, most);
  if (dtype == DType::uint16) return launch_median<uint16_t>(r, samples, most);
  if (dtype == DType::int16) return launch_median<int16_t>(r, samples, most);
  launch_median<float>(r, samples, most);
}

}  // namespace

PENSTOCK_GPU_OP(experimental_median_blur, ExperimentalMedianBlurArgs, run)

}  // namespace penstock::ops
