// The runs of channel_runs.h as items of kernels: blockIdx.x is the item times the blocks of an item, so that there may
// be any number of items.
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
};

// The samples' states are ChannelRuns, or have them as `runs`.
template <class RunsOf>
ChannelItems channel_items(gpu::Run& r, RunsOf&& runs_of) {
  ChannelItems made;
  for (int i = 0; i < r.count; ++i) {
    const ChannelRuns& runs = runs_of(i);
    const int64_t bytes = runs.elements() * dtype_size(r.in[0][i].dtype);
    if (!bytes) continue;
    for (int64_t k = 0; k < runs.runs; ++k) {
      made.items.push_back({r.in[0][i].template as<uint8_t>() + k * bytes,
                            r.out[0][i].template as<uint8_t>() + k * bytes, runs.pixels(), runs.height, runs.width,
                            static_cast<int32_t>(runs.channels), static_cast<int32_t>(made.channels), i});
      made.channels += runs.channels;
    }
    made.most = std::max(made.most, runs.pixels());
  }
  return made;
}

// Blocks per item for work over `n` elements, with `each` elements a block.
inline int item_blocks(int64_t n, int64_t each, int64_t cap = 256) {
  return static_cast<int>(std::clamp<int64_t>((n + each - 1) / each, 1, cap));
}

}  // namespace penstock::ops
