// sharpness on a GPU: one kernel over the batch, a thread per element.
#include "core/pixel_dtypes.h"
#include "generated/ops/sharpness.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/gpu_op.h"
#include "kernels/color/channel_runs_gpu.h"
#include "ops/sharpness/sharpness.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

// --- kernels ---

template <class T>
__global__ void __launch_bounds__(kThreads) sharpen(const ChannelItem* items, int blocks, const float* rests) {
  const ChannelItem item = items[blockIdx.x / blocks];
  const T* in = static_cast<const T*>(item.in);
  T* out = static_cast<T*>(item.out);
  const float rest = rests[item.sample];
  const int64_t row = item.width * item.channels, n = item.height * row, stride = int64_t{blocks} * kThreads;
  const bool whole = sharpens(item.height, item.width);
  for (int64_t i = int64_t{blockIdx.x % blocks} * kThreads + threadIdx.x; i < n; i += stride) {
    int64_t y = i;
    const int64_t x = take_coordinate(y, row);
    const bool inside = y > 0 && y + 1 < item.height && x >= item.channels && x + item.channels < row;
    out[i] = !whole ? in[i] : inside ? sharpened(in + i, item.channels, row, rest) : bordering(in[i]);
  }
}

// --- launchers ---

void run(Run& r) {
  const ChannelItems all =
      channel_items(r, [&](int i) -> const ChannelRuns& { return r.state<SharpnessState>(i).runs; });
  if (all.items.empty()) return;
  std::vector<float> rests(r.count);
  for (int i = 0; i < r.count; ++i) rests[i] = r.state<SharpnessState>(i).rest;
  const int blocks = item_blocks(all.most, 4 * kThreads);
  dispatch_pixel(r.in[0][0].dtype, [&](auto zero) {
    launch(sharpen<decltype(zero)>, dim3(static_cast<unsigned>(all.items.size() * blocks)), dim3(kThreads),
           r.ctx.stream(), r.ctx.upload(all.items), blocks, r.ctx.upload(rests));
  });
}

}  // namespace

PENSTOCK_GPU_OP(sharpness, SharpnessArgs, run)

}  // namespace penstock::ops
