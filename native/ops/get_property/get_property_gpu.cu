// getProperty on a GPU: setup() has found the texts in host memory, and they go to the device one after the other.
#include <string>
#include <vector>

#include "generated/ops/get_property.h"
#include "gpu_plugin/launch.h"
#include "ops/get_property/get_property.h"

namespace penstock::ops {
namespace {

struct Desc {
  int64_t from;  // the text's place among all texts
  uint8_t* to;
  int64_t bytes;
};

// --- kernels ---

__global__ void copy_text(const Desc* descs, const char* texts) {
  const Desc d = descs[blockIdx.y];
  const int64_t step = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < d.bytes; i += step) {
    d.to[i] = static_cast<uint8_t>(texts[d.from + i]);
  }
}

// --- launcher ---

void run(gpu::Run& r) {
  std::vector<Desc> descs(r.count);
  std::string texts;
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const std::string_view text = r.state<GetPropertyState>(i).text();
    descs[i] = {static_cast<int64_t>(texts.size()), r.out[0][i].as<uint8_t>(), static_cast<int64_t>(text.size())};
    texts += text;
    most = std::max(most, descs[i].bytes);
  }
  if (most == 0) return;
  const Desc* d = r.ctx.upload(descs);
  const char* all = r.ctx.upload(texts.data(), texts.size());
  constexpr int kThreads = 64;
  gpu::launch(copy_text, gpu::ragged_grid(r.count, most, kThreads), dim3(kThreads), r.ctx.stream(), d, all);
}

}  // namespace

PENSTOCK_GPU_OP(get_property, GetPropertyArgs, run)

}  // namespace penstock::ops
