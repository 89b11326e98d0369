// equalize on a GPU: three kernels over the batch, for the histograms, the tables, and the elements.
#include "generated/ops/equalize.h"
#include "gpu_plugin/gpu_op.h"
#include "kernels/color/channel_runs_gpu.h"
#include "ops/equalize/equalize.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;
constexpr int kGroup = 12;  // channels whose histograms fit in a block's shared memory

// --- device helpers ---

struct TableMap {
  const uint8_t* table;  // [channel][256]

  PENSTOCK_HD uint8_t operator()(int64_t channel, uint8_t v) const { return table[channel * 256 + v]; }
};

// --- kernels ---

// Adds a part of an item to the histograms of its channels, `count` [channel][256], which begin with zeros.
__global__ void __launch_bounds__(kThreads) count_values(const ChannelItem* items, int blocks, uint32_t* count) {
  uint32_t* own = shared_memory<uint32_t>();  // [kGroup][256]
  const ChannelItem item = items[blockIdx.x / blocks];
  const uint8_t* in = static_cast<const uint8_t*>(item.in);
  const int64_t n = item.pixels * item.channels, stride = int64_t{blocks} * kThreads;
  for (int c0 = 0; c0 < item.channels; c0 += kGroup) {
    const int group = item.channels - c0 < kGroup ? item.channels - c0 : kGroup;
    for (int i = threadIdx.x; i < group * 256; i += kThreads) own[i] = 0;
    __syncthreads();
    for (int64_t i = int64_t{blockIdx.x % blocks} * kThreads + threadIdx.x; i < n; i += stride) {
      const int c = static_cast<int>(i % item.channels) - c0;
      if (c >= 0 && c < group) atomicAdd(&own[c * 256 + in[i]], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < group * 256; i += kThreads) {
      if (own[i]) atomicAdd(&count[(int64_t{item.first} + c0) * 256 + i], own[i]);
    }
    __syncthreads();
  }
}

__global__ void make_tables(const int64_t* total, const uint32_t* count, uint8_t* table, int64_t channels) {
  const int64_t c = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (c < channels) equalize_table(count + c * 256, total[c], table + c * 256);
}

// --- launchers ---

void run(Run& r) {
  const ChannelItems all = channel_items(r, [&](int i) -> const ChannelRuns& { return r.state<ChannelRuns>(i); });
  if (all.items.empty()) return;
  std::vector<int64_t> total;
  for (const ChannelItem& item : all.items) total.insert(total.end(), item.channels, item.pixels);
  const ChannelItem* items = r.ctx.upload(all.items);
  auto* count = r.ctx.scratch<uint32_t>(all.channels * 256);
  auto* table = r.ctx.scratch<uint8_t>(all.channels * 256);
  check(cudaMemsetAsync(count, 0, all.channels * 256 * sizeof(uint32_t), r.ctx.stream()), "clearing histograms");
  const int counting = item_blocks(all.most_elements, 16 * kThreads, 64);
  launch_synced(count_values, item_grid(all, counting), dim3(kThreads), kGroup * 256 * sizeof(uint32_t), r.ctx.stream(),
                items, counting, count);
  launch(make_tables, dim3(static_cast<unsigned>((all.channels + 31) / 32)), dim3(32), r.ctx.stream(),
         r.ctx.upload(total), count, table, all.channels);
  map_by_channel<uint8_t, uint8_t>(r, all, items, TableMap{table});
}

}  // namespace

PENSTOCK_GPU_OP(equalize, EqualizeArgs, run)

}  // namespace penstock::ops
