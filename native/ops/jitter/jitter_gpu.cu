// jitter on a GPU: each thread makes four pixels.
#include <algorithm>

#include "generated/ops/jitter.h"
#include "gpu_plugin/launch.h"
#include "ops/jitter/jitter.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct JitterSample {
  JitterState state;
  const uint8_t* in;
  uint8_t* out;
};

// --- kernels ---

__global__ void jitter_pixels(const JitterSample* samples) {
  const JitterSample& sample = samples[blockIdx.y];
  const JitterState& s = sample.state;
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t b = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; b * 4 < s.pixels; b += stride) {
    const PhiloxBlock words = s.rng.block(static_cast<uint32_t>(b));
    for (int k = 0; k < 4 && b * 4 + k < s.pixels; ++k) {
      const int64_t pixel = b * 4 + k, row = pixel / s.width;
      const int64_t from = s.on ? jitter_source(s, row, pixel - row * s.width, words[k]) : pixel;
      for (int64_t i = 0; i < s.bytes; ++i) sample.out[pixel * s.bytes + i] = sample.in[from * s.bytes + i];
    }
  }
}

// --- launcher ---

void run(Run& r) {
  std::vector<JitterSample> samples;
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const auto& st = r.state<JitterState>(i);
    samples.push_back({st, r.in[0][i].as<const uint8_t>(), r.out[0][i].as<uint8_t>()});
    most = std::max(most, st.pixels);
  }
  launch(jitter_pixels, ragged_grid(r.count, most, kThreads * 4), dim3(kThreads), r.ctx.stream(),
         r.ctx.upload(samples));
}

}  // namespace

PENSTOCK_GPU_OP(jitter, JitterArgs, run)

}  // namespace penstock::ops
