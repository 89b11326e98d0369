// contrast on the GPU, with the arithmetic of brightnessContrast. With aroundMean three kernels run over the batch, for
// the sums of parts, the numbers of each frame, and the elements.
#include "core/pixel_dtypes.h"
#include "generated/ops/contrast.h"
#include "kernels/color/channel_runs_gpu.h"
#include "kernels/color/scale_shift_gpu.h"
#include "ops/contrast/contrast.h"

namespace penstock::ops {
namespace {

using namespace gpu;

// --- device helpers ---

template <class Out>
struct FrameMap {
  const ScaleShift* found;  // [channel of all frames]

  PENSTOCK_HD Out operator()(int64_t channel, uint8_t v) const { return scale_shift<Out>(v, found[channel]); }
};

// --- kernels ---

__global__ void find_centers(const ChannelItem* items, int64_t count, const float* contrast,
                             ChannelSums<ChannelSum> sums, ScaleShift* found) {
  const int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const ChannelItem item = items[i];
  ChannelSum own[3];
  for (int c = 0; c < item.channels; ++c) own[c] = sums.of(item.first + c);
  for (int c = 0; c < item.channels; ++c) {
    found[item.first + c] = around_mean(own, item.channels, item.pixels, contrast[item.sample]);
  }
}

// --- launchers ---

void run_around_mean(Run& r) {
  const ChannelItems all =
      channel_items(r, [&](int i) -> const ChannelRuns& { return r.state<ContrastPlan>(i).frames; });
  if (all.items.empty()) return;
  std::vector<float> contrast;
  for (int i = 0; i < r.count; ++i) contrast.push_back(r.arg<ContrastArgs>(i).contrast);
  const ChannelItem* items = r.ctx.upload(all.items);
  auto* found = r.ctx.scratch<ScaleShift>(all.channels);
  const auto sums = channel_sums<uint8_t, ChannelSum>(r, all, items);
  const auto count = static_cast<int64_t>(all.items.size());
  launch(find_centers, dim3(static_cast<unsigned>((count + 31) / 32)), dim3(32), r.ctx.stream(), items, count,
         r.ctx.upload(contrast), sums, found);
  dispatch_pixel(r.out[0][0].dtype, [&](auto zero) {
    using Out = decltype(zero);
    map_by_channel<uint8_t, Out>(r, all, items, FrameMap<Out>{found});
  });
}

void run(Run& r) {
  if (r.count && r.arg<ContrastArgs>(0).around_mean) return run_around_mean(r);
  scale_shift_gpu(r, [&](int i) { return r.state<ContrastPlan>(i).fixed; });
}

}  // namespace

PENSTOCK_GPU_OP(contrast, ContrastArgs, run)

}  // namespace penstock::ops
