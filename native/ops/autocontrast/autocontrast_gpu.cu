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

constexpr int kThreads = 256;

// --- kernels ---

// The limits of a part of an item, per channel: `found` [channel of all items][part]. A thread stays with a channel, so
// that neighbouring threads read neighbouring elements.
template <class T>
__global__ void __launch_bounds__(kThreads) find_limits(const ChannelItem* items, int parts, ChannelLimits* found) {
  ChannelLimits* own = shared_memory<ChannelLimits>();  // [kThreads]
  const ChannelItem item = items[blockIdx.x / parts];
  const int part = blockIdx.x % parts, channels = item.channels;
  const int group = channels < kThreads ? channels : kThreads, lanes = kThreads / group;
  const int lane = threadIdx.x / group, at = threadIdx.x % group;
  const T* in = static_cast<const T*>(item.in);
  for (int c0 = 0; c0 < channels; c0 += group) {
    const int c = c0 + at;
    ChannelLimits limits;
    if (lane < lanes && c < channels) {
      for (int64_t p = int64_t{part} * lanes + lane; p < item.pixels; p += int64_t{parts} * lanes) {
        limits.add(pixel_to_float(in[p * channels + c]));
      }
    }
    own[threadIdx.x] = limits;
    __syncthreads();
    for (int half = kThreads / 2; half; half /= 2) {
      if (lane < half && lane + half < lanes) own[threadIdx.x].add(own[threadIdx.x + half * group]);
      __syncthreads();
    }
    if (lane == 0 && c < channels) found[(int64_t{item.first} + c) * parts + part] = own[threadIdx.x];
    __syncthreads();
  }
}

template <class T>
__global__ void make_stretch(const ChannelLimits* found, int parts, int64_t channels, Stretch* stretch) {
  const int64_t c = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (c >= channels) return;
  ChannelLimits limits;
  for (int i = 0; i < parts; ++i) limits.add(found[c * parts + i]);
  stretch[c] = stretch_of<T>(limits);
}

template <class T>
__global__ void __launch_bounds__(kThreads) apply(const ChannelItem* items, int blocks, const Stretch* stretch) {
  const ChannelItem item = items[blockIdx.x / blocks];
  const T* in = static_cast<const T*>(item.in);
  T* out = static_cast<T*>(item.out);
  const int64_t n = item.pixels * item.channels, stride = int64_t{blocks} * kThreads;
  for (int64_t i = int64_t{blockIdx.x % blocks} * kThreads + threadIdx.x; i < n; i += stride) {
    out[i] = stretch[item.first + i % item.channels](in[i]);
  }
}

// --- launchers ---

void run(Run& r) {
  const ChannelItems all = channel_items(r, [&](int i) -> const ChannelRuns& { return r.state<ChannelRuns>(i); });
  if (all.items.empty()) return;
  int64_t most = 0;
  for (const ChannelItem& item : all.items) most = std::max(most, item.pixels * item.channels);
  const ChannelItem* items = r.ctx.upload(all.items);
  const int parts = item_blocks(most, 16 * kThreads, 64), blocks = item_blocks(most, 4 * kThreads);
  auto* found = r.ctx.scratch<ChannelLimits>(all.channels * parts);
  auto* stretch = r.ctx.scratch<Stretch>(all.channels);
  const auto grid = [&](int each) { return dim3(static_cast<unsigned>(all.items.size() * each)); };
  dispatch_pixel(r.in[0][0].dtype, [&](auto zero) {
    using T = decltype(zero);
    launch_synced(find_limits<T>, grid(parts), dim3(kThreads), kThreads * sizeof(ChannelLimits), r.ctx.stream(), items,
                  parts, found);
    launch(make_stretch<T>, dim3(static_cast<unsigned>((all.channels + 31) / 32)), dim3(32), r.ctx.stream(), found,
           parts, all.channels, stretch);
    launch(apply<T>, grid(blocks), dim3(kThreads), r.ctx.stream(), items, blocks, stretch);
  });
}

}  // namespace

PENSTOCK_GPU_OP(autocontrast, AutocontrastArgs, run)

}  // namespace penstock::ops
