// Noise on a GPU: each thread makes the elements of one block of four words.
//   struct Noise : gpu::NoiseSample {            plain data, one per sample
//     template <class T>
//     PENSTOCK_HD T apply(T value, uint32_t word) const;
//   };
#pragma once
#include <algorithm>
#include <vector>

#include "core/rng.h"
#include "gpu_plugin/launch.h"
#include "kernels/noise/tables.h"

namespace penstock::gpu {

inline constexpr int kNoiseThreads = 256;

struct NoiseSample {
  const void* in = nullptr;
  void* out = nullptr;
  DType dtype = DType::uint8;
  int64_t volume = 0;
  Rng rng;
  const NoiseTables* tables = nullptr;
};

// --- kernels ---

template <class T, class Noise>
PENSTOCK_HD void noise_blocks(const Noise& s, int64_t first, int64_t stride) {
  const T* in = static_cast<const T*>(s.in);
  T* out = static_cast<T*>(s.out);
  for (int64_t b = first; b * 4 < s.volume; b += stride) {
    const PhiloxBlock words = s.rng.block(static_cast<uint32_t>(b));
    for (int k = 0; k < 4; ++k) {
      const int64_t i = b * 4 + k;
      if (i < s.volume) out[i] = s.apply(in[i], words[k]);
    }
  }
}

template <class Noise>
__global__ void add_noise(const Noise* samples) {
  const Noise& s = samples[blockIdx.y];
  const int64_t first = int64_t{blockIdx.x} * blockDim.x + threadIdx.x, stride = int64_t{gridDim.x} * blockDim.x;
  dispatch(s.dtype, [&](auto zero) { noise_blocks<decltype(zero)>(s, first, stride); });
}

// --- launcher ---

// Calls fill(noise, sample) for each sample of the batch, then queues the kernel. The states of r are Rngs.
template <class Noise, class Fill>
void noise(Run& r, Fill&& fill) {
  std::vector<Noise> samples(r.count);
  const NoiseTables* tables = r.ctx.upload(&kNoiseTables, 1);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    Noise& s = samples[i];
    s.in = r.in[0][i].data;
    s.out = r.out[0][i].data;
    s.dtype = r.out[0][i].dtype;
    s.volume = r.out[0][i].shape.volume();
    s.rng = r.state<Rng>(i);
    s.tables = tables;
    fill(s, i);
    most = std::max(most, s.volume);
  }
  launch(add_noise<Noise>, ragged_grid(r.count, most, kNoiseThreads * 4), dim3(kNoiseThreads), r.ctx.stream(),
         r.ctx.upload(samples));
}

}  // namespace penstock::gpu
