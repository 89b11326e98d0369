// toDecibels on a GPU: a block finds the largest element of each sample where that is the reference, then a thread
// takes an element.
#include <vector>

#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/to_decibels/to_decibels.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct DecibelSample {
  const float* in;
  float* out;
  int64_t n;
};

// --- kernels ---

__global__ void find_largest(const DecibelSample* samples, float* references) {
  const DecibelSample& s = samples[blockIdx.y];
  auto* largest = shared_memory<float>();
  float most = 0;
  for (int64_t i = threadIdx.x; i < s.n; i += blockDim.x) most = s.in[i] > most ? s.in[i] : most;
  largest[threadIdx.x] = most;
  __syncthreads();
  for (unsigned n = blockDim.x / 2; n > 0; n /= 2) {
    if (threadIdx.x < n && largest[threadIdx.x + n] > largest[threadIdx.x]) {
      largest[threadIdx.x] = largest[threadIdx.x + n];
    }
    __syncthreads();
  }
  if (!threadIdx.x) references[blockIdx.y] = largest[0];
}

__global__ void convert_all(const DecibelSample* samples, const float* references, Decibels db) {
  const DecibelSample& s = samples[blockIdx.y];
  const float inverse = inverse_reference(references[blockIdx.y]);
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.n; i += stride) {
    s.out[i] = db.factor * log2f(decibel_ratio(s.in[i], inverse, db.least));
  }
}

// --- launchers ---

void run(Run& r) {
  if (!r.count) return;
  std::vector<DecibelSample> samples(r.count);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    samples[i] = {r.in[0][i].as<const float>(), r.out[0][i].as<float>(), r.in[0][i].shape.volume()};
    most = std::max(most, samples[i].n);
  }
  const auto& a = r.arg<ToDecibelsArgs>(0);
  const DecibelSample* given = r.ctx.upload(samples);
  const float* references;
  if (a.reference != 0) {
    references = r.ctx.upload(std::vector<float>(r.count, a.reference));
  } else {
    auto* found = r.ctx.scratch<float>(static_cast<size_t>(r.count));
    launch_synced(find_largest, dim3(1, static_cast<unsigned>(r.count)), dim3(kThreads), kThreads * sizeof(float),
                  r.ctx.stream(), given, found);
    references = found;
  }
  launch(convert_all, ragged_grid(r.count, most, kThreads), dim3(kThreads), r.ctx.stream(), given, references,
         decibels(a));
}

}  // namespace

PENSTOCK_GPU_OP(to_decibels, ToDecibelsArgs, run)

}  // namespace penstock::ops
