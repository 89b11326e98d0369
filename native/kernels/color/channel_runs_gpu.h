// The runs of channel_runs.h as items of kernels: blockIdx.x is the item times the blocks of an item, so that there may
// be any number of items. Kernels that sum each channel up, and that map each element by its channel.
#pragma once
#include <algorithm>
#include <vector>

#include "gpu_plugin/launch.h"
#include "kernels/color/channel_runs.h"

namespace penstock::ops {

struct ChannelItem {
  const void* in;
  void* out;
  int64_t pixels;
  int64_t height, width;
  int32_t channels;
  int32_t first;   // index of the first channel among those of all items
  int32_t sample;  // whose arguments count
};

struct ChannelItems {
  std::vector<ChannelItem> items;
  int64_t channels = 0;  // of all items
  int64_t most = 0;      // pixels of the largest item
  int64_t most_elements = 0;
};

// The samples' states are ChannelRuns, or have them as `runs`.
template <class RunsOf>
ChannelItems channel_items(gpu::Run& r, RunsOf&& runs_of) {
  ChannelItems made;
  for (int i = 0; i < r.count; ++i) {
    const ChannelRuns& runs = runs_of(i);
    const int64_t n = runs.elements();
    if (!n) continue;
    const int64_t in_bytes = n * dtype_size(r.in[0][i].dtype), out_bytes = n * dtype_size(r.out[0][i].dtype);
    for (int64_t k = 0; k < runs.runs; ++k) {
      made.items.push_back({r.in[0][i].template as<uint8_t>() + k * in_bytes,
                            r.out[0][i].template as<uint8_t>() + k * out_bytes, runs.pixels(), runs.height, runs.width,
                            static_cast<int32_t>(runs.channels), static_cast<int32_t>(made.channels), i});
      made.channels += runs.channels;
    }
    made.most = std::max(made.most, runs.pixels());
    made.most_elements = std::max(made.most_elements, n);
  }
  return made;
}

// Blocks per item for work over `n` elements, with `each` elements a block.
inline int item_blocks(int64_t n, int64_t each, int64_t cap = 256) {
  return static_cast<int>(std::clamp<int64_t>((n + each - 1) / each, 1, cap));
}

constexpr int kChannelThreads = 256;

inline dim3 item_grid(const ChannelItems& all, int each) {
  return dim3(static_cast<unsigned>(all.items.size() * each));
}

// Sums a part of an item up, per channel: `found` [channel of all items][part]. A thread stays with a channel, so that
// neighbouring threads read neighbouring elements.
template <class T, class Sum>
__global__ void __launch_bounds__(kChannelThreads) sum_channels(const ChannelItem* items, int parts, Sum* found) {
  Sum* own = gpu::shared_memory<Sum>();  // [kChannelThreads]
  const ChannelItem item = items[blockIdx.x / parts];
  const int part = blockIdx.x % parts, channels = item.channels;
  const int group = channels < kChannelThreads ? channels : kChannelThreads, lanes = kChannelThreads / group;
  const int lane = threadIdx.x / group, at = threadIdx.x % group;
  const T* in = static_cast<const T*>(item.in);
  for (int c0 = 0; c0 < channels; c0 += group) {
    const int c = c0 + at;
    Sum sum;
    if (lane < lanes && c < channels) {
      for (int64_t p = int64_t{part} * lanes + lane; p < item.pixels; p += int64_t{parts} * lanes) {
        sum.add(in[p * channels + c]);
      }
    }
    own[threadIdx.x] = sum;
    __syncthreads();
    for (int half = kChannelThreads / 2; half; half /= 2) {
      if (lane < half && lane + half < lanes) own[threadIdx.x].add(own[threadIdx.x + half * group]);
      __syncthreads();
    }
    if (lane == 0 && c < channels) found[(int64_t{item.first} + c) * parts + part] = own[threadIdx.x];
    __syncthreads();
  }
}

// The sums of the channels of all items, each in several parts. Sum: default-constructed nothing; add(T), add(const
// Sum&).
template <class Sum>
struct ChannelSums {
  const Sum* found;
  int parts;

  PENSTOCK_HD Sum of(int64_t channel) const {
    Sum sum;
    for (int i = 0; i < parts; ++i) sum.add(found[channel * parts + i]);
    return sum;
  }
};

template <class T, class Sum>
ChannelSums<Sum> channel_sums(gpu::Run& r, const ChannelItems& all, const ChannelItem* items) {
  const int parts = item_blocks(all.most_elements, 16 * kChannelThreads, 64);
  auto* found = r.ctx.scratch<Sum>(all.channels * parts);
  gpu::launch_synced(sum_channels<T, Sum>, item_grid(all, parts), dim3(kChannelThreads), kChannelThreads * sizeof(Sum),
                     r.ctx.stream(), items, parts, found);
  return {found, parts};
}

template <class In, class Out, class Map>
__global__ void __launch_bounds__(kChannelThreads) map_channels(const ChannelItem* items, int blocks, Map map) {
  const ChannelItem item = items[blockIdx.x / blocks];
  const In* in = static_cast<const In*>(item.in);
  Out* out = static_cast<Out*>(item.out);
  const int64_t n = item.pixels * item.channels, stride = int64_t{blocks} * kChannelThreads;
  for (int64_t i = int64_t{blockIdx.x % blocks} * kChannelThreads + threadIdx.x; i < n; i += stride) {
    out[i] = map(item.first + i % item.channels, in[i]);
  }
}

// Each element becomes map(index of its channel among those of all items, element).
template <class In, class Out, class Map>
void map_by_channel(gpu::Run& r, const ChannelItems& all, const ChannelItem* items, const Map& map) {
  const int blocks = item_blocks(all.most_elements, 4 * kChannelThreads);
  gpu::launch(map_channels<In, Out, Map>, item_grid(all, blocks), dim3(kChannelThreads), r.ctx.stream(), items, blocks,
              map);
}

}  // namespace penstock::ops
