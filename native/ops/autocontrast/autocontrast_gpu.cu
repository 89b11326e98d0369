// autocontrast on a GPU: three kernels over the batch, for the limits of parts, the stretch of each channel, and the
// elements.
#include "core/pixel_dtypes.h"
#include "generated/ops/autocontrast.h"
#include "gpu_plugin/gpu_op.h"
#include "kernels/color/channel_runs_gpu.h"
#include "ops/autocontrast/autocontrast.h"

namespace penstock::ops {
namespace {

using namespace gpu;

// --- device helpers ---

struct StretchMap {
  const Stretch* stretch;

  template <class T>
  PENSTOCK_HD T operator()(int64_t channel, T v) const {
    return stretch[channel](v);
  }
};

// --- kernels ---

template <class T>
__global__ void make_stretch(ChannelSums<ChannelLimits> limits, int64_t channels, bool nearest, Stretch* stretch) {
  const int64_t c = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (c < channels) stretch[c] = stretch_of<T>(limits.of(c), nearest);
}

// --- launchers ---

void run(Run& r) {
  const ChannelItems all = channel_items(r, [&](int i) -> const ChannelRuns& { return r.state<ChannelRuns>(i); });
  if (all.items.empty()) return;
  const bool nearest = r.arg<AutocontrastArgs>(0).rounding == AutocontrastArgs::Rounding::nearest;
  const ChannelItem* items = r.ctx.upload(all.items);
  auto* stretch = r.ctx.scratch<Stretch>(all.channels);
  dispatch_pixel(r.in[0][0].dtype, [&](auto zero) {
    using T = decltype(zero);
    const auto limits = channel_sums<T, ChannelLimits>(r, all, items);
    launch(make_stretch<T>, dim3(static_cast<unsigned>((all.channels + 31) / 32)), dim3(32), r.ctx.stream(), limits,
           all.channels, nearest, stretch);
    map_by_channel<T, T>(r, all, items, StretchMap{stretch});
  });
}

}  // namespace

PENSTOCK_GPU_OP(autocontrast, AutocontrastArgs, run)

}  // namespace penstock::ops
