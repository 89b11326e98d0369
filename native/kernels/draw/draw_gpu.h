// Random numbers on a GPU: word number i of a sample's stream depends on i alone, so each thread makes the draws of one
// block of four words, and the numbers are the CPU's.
//   struct Draws : gpu::DrawSample {            plain data, one per sample
//     using Value = float;                      what a draw is, before it is converted to the output's dtype
//     static constexpr int kPerBlock = 4;       draws of a block of words
//     PENSTOCK_HD void draw(const PhiloxBlock& words, Value* out) const;
//   };
#pragma once
#include <vector>

#include "core/rng.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"

namespace penstock::gpu {

inline constexpr int kDrawThreads = 256;

struct DrawSample {
  void* out = nullptr;
  DType dtype = DType::float32;
  int64_t volume = 0;
  Rng rng;
};

// --- kernels ---

template <class Draws>
__global__ void draw_blocks(const Draws* samples) {
  constexpr int n = Draws::kPerBlock;
  const Draws& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t b = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; b * n < s.volume; b += stride) {
    typename Draws::Value made[n];
    s.draw(s.rng.block(static_cast<uint32_t>(b)), made);
    for (int k = 0; k < n && b * n + k < s.volume; ++k) store_as(s.out, b * n + k, s.dtype, made[k]);
  }
}

// --- launcher ---

// Calls fill(draws, sample) for each sample of the batch, then queues the kernel. The states of r are Rngs.
template <class Draws, class Fill>
const Draws* draw(Run& r, Fill&& fill) {
  std::vector<Draws> samples(r.count);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    Draws& s = samples[i];
    s.out = r.out[0][i].data;
    s.dtype = r.out[0][i].dtype;
    s.volume = r.out[0][i].shape.volume();
    s.rng = r.state<Rng>(i);
    fill(s, i);
    most = std::max(most, s.volume);
  }
  const Draws* given = r.ctx.upload(samples);
  launch(draw_blocks<Draws>, ragged_grid(r.count, most, kDrawThreads * Draws::kPerBlock), dim3(kDrawThreads),
         r.ctx.stream(), given);
  return given;
}

}  // namespace penstock::gpu
