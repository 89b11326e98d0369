// noise.saltAndPepper on a GPU: each thread makes four pixels.
#include <algorithm>

#include "generated/ops/noise_salt_and_pepper.h"
#include "gpu_plugin/launch.h"
#include "ops/noise_salt_and_pepper/noise_salt_and_pepper.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct SaltSample {
  SaltState state;
  const void* in;
  void* out;
  DType dtype;
};

// --- kernels ---

template <class T>
PENSTOCK_HD void salt_pixels(const SaltSample& sample, int64_t first, int64_t stride) {
  const SaltState& s = sample.state;
  const T* in = static_cast<const T*>(sample.in);
  T* out = static_cast<T*>(sample.out);
  const T salt = salt_of<T>(s), pepper = pepper_of<T>(s);
  for (int64_t b = first; b * 4 < s.pixels; b += stride) {
    const PhiloxBlock words = s.rng.block(static_cast<uint32_t>(b));
    for (int k = 0; k < 4 && b * 4 + k < s.pixels; ++k) {
      const int64_t at = first_of_pixel(s, b * 4 + k);
      for (int64_t c = 0; c < s.channels; ++c) {
        const int64_t i = at + c * s.inner;
        out[i] = words[k] >= s.any ? in[i] : words[k] < s.salt ? salt : pepper;
      }
    }
  }
}

__global__ void salt_and_pepper(const SaltSample* samples) {
  const SaltSample& s = samples[blockIdx.y];
  const int64_t first = int64_t{blockIdx.x} * blockDim.x + threadIdx.x, stride = int64_t{gridDim.x} * blockDim.x;
  dispatch(s.dtype, [&](auto zero) { salt_pixels<decltype(zero)>(s, first, stride); });
}

// --- launcher ---

void run(Run& r) {
  std::vector<SaltSample> samples;
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const auto& st = r.state<SaltState>(i);
    samples.push_back({st, r.in[0][i].data, r.out[0][i].data, r.in[0][i].dtype});
    most = std::max(most, st.pixels);
  }
  launch(salt_and_pepper, ragged_grid(r.count, most, kThreads * 4), dim3(kThreads), r.ctx.stream(),
         r.ctx.upload(samples));
}

}  // namespace

PENSTOCK_GPU_OP(noise_salt_and_pepper, NoiseSaltAndPepperArgs, run)

}  // namespace penstock::ops
