// copy on a GPU: from device memory to device memory, 16 bytes at a time where both addresses allow it.
#include <vector>

#include "generated/ops/copy.h"
#include "gpu_plugin/launch.h"

namespace penstock::ops {
namespace {

struct Block16 {
  uint64_t a, b;
};

struct Desc {
  const uint8_t* from;
  uint8_t* to;
  int64_t bytes;
};

// --- kernels ---

__global__ void copy_kernel(const Desc* descs) {
  const Desc d = descs[blockIdx.y];
  const int64_t first = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const int64_t step = static_cast<int64_t>(gridDim.x) * blockDim.x;
  const bool aligned = (reinterpret_cast<uintptr_t>(d.from) | reinterpret_cast<uintptr_t>(d.to)) % sizeof(Block16) == 0;
  const int64_t blocks = aligned ? d.bytes / static_cast<int64_t>(sizeof(Block16)) : 0;
  for (int64_t i = first; i < blocks; i += step) {
    reinterpret_cast<Block16*>(d.to)[i] = reinterpret_cast<const Block16*>(d.from)[i];
  }
  for (int64_t i = blocks * sizeof(Block16) + first; i < d.bytes; i += step) d.to[i] = d.from[i];
}

// --- launcher ---

void run(gpu::Run& r) {
  std::vector<Desc> descs(r.count);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    descs[i] = {r.in[0][i].as<const uint8_t>(), r.out[0][i].as<uint8_t>(), r.in[0][i].bytes()};
    most = std::max(most, descs[i].bytes);
  }
  const Desc* d = r.ctx.upload(descs);
  constexpr int kThreads = 256;
  const int64_t items = most / static_cast<int64_t>(sizeof(Block16)) + 1;
  gpu::launch(copy_kernel, gpu::ragged_grid(r.count, items, kThreads), dim3(kThreads), r.ctx.stream(), d);
}

}  // namespace

PENSTOCK_GPU_OP(copy, CopyArgs, run)

}  // namespace penstock::ops
