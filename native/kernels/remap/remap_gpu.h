// Resampling along any map on the GPU: one thread per output pixel, in tiles, so that the threads of a tile read
// neighbouring input pixels for every direction of the map.
#pragma once
#include <algorithm>
#include <vector>

#include "gpu_plugin/gpu_op.h"
#include "gpu_plugin/launch.h"
#include "kernels/remap/remap.h"

namespace penstock::ops {

inline constexpr int kRemapTileWidth = 32, kRemapTileHeight = 8, kRemapThreads = kRemapTileWidth * kRemapTileHeight;
inline constexpr size_t kRemapSamples = 32768;

template <class Map>
struct RemapSample {
  RemapState state;
  Map map;
  const void* in;
  void* out;
  uint32_t tiles_x, tiles_image, tiles;  // numbers of tiles: in a row, in an image, in the sample
};

// --- kernels ---

template <class T, class Map>
__global__ void __launch_bounds__(kRemapThreads) remap_tiles(const RemapSample<Map>* samples) {
  const RemapSample<Map>& d = samples[blockIdx.y];
  const RemapState& s = d.state;
  const int64_t image_in = int64_t{s.in[0]} * s.in[1] * s.channels;
  for (uint32_t t = blockIdx.x; t < d.tiles; t += gridDim.x) {
    const uint32_t image = t / d.tiles_image, in_image = t - image * d.tiles_image;
    const uint32_t tile_y = in_image / d.tiles_x, tile_x = in_image - tile_y * d.tiles_x;
    const int x = static_cast<int>(tile_x * kRemapTileWidth + threadIdx.x % kRemapTileWidth);
    const int y = static_cast<int>(tile_y * kRemapTileHeight + threadIdx.x / kRemapTileWidth);
    if (x >= s.out[0] || y >= s.out[1]) continue;
    const T* in = static_cast<const T*>(d.in) + image * image_in;
    T* out = static_cast<T*>(d.out) + ((int64_t{image} * s.out[1] + y) * s.out[0] + x) * s.channels;
    const int plane = s.planes == 1 ? 0 : static_cast<int>(image % static_cast<uint32_t>(s.planes));
    if (s.copied) {
      for (int c = 0; c < s.channels; ++c) out[c] = in[(int64_t{y} * s.in[0] + x) * s.channels + c];
    } else if (s.channels == 3) {
      remap_pixel<3>(s, plane, d.map(x, y), in, out);
    } else {
      remap_pixel(s, plane, d.map(x, y), in, out);
    }
  }
}

// --- launcher ---

template <class Map>
struct RemapBatch {
  std::vector<RemapSample<Map>> samples;
  uint32_t most = 0;  // most tiles of a sample

  void add(const RemapState& s, const Map& map, const void* in, void* out) {
    const auto tiles = [](int32_t extent, int tile) { return static_cast<uint32_t>((extent + tile - 1) / tile); };
    RemapSample<Map> d{s, map, in, out, tiles(s.out[0], kRemapTileWidth), 0, 0};
    d.tiles_image = d.tiles_x * tiles(s.out[1], kRemapTileHeight);
    d.tiles = s.channels ? d.tiles_image * static_cast<uint32_t>(s.images) : 0;
    if (d.tiles) samples.push_back(d);
    most = std::max(most, d.tiles);
  }

  void run(gpu::Run& r) const {
    if (samples.empty()) return;
    const RemapSample<Map>* uploaded = r.ctx.upload(samples);
    // Frames with maps of their own may be more samples than a grid is high.
    for (size_t first = 0; first < samples.size(); first += kRemapSamples) {
      const int count = static_cast<int>(std::min(samples.size() - first, kRemapSamples));
      const auto grid = gpu::ragged_grid(count, int64_t{most} * kRemapThreads, kRemapThreads, 1024);
      dispatch(r.in[0][0].dtype, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_same_v<T, uint8_t> || std::is_same_v<T, uint16_t> || std::is_same_v<T, int16_t> ||
                      std::is_same_v<T, float>) {
          gpu::launch(remap_tiles<T, Map>, grid, dim3(kRemapThreads), r.ctx.stream(), uploaded + first);
        }
      });
    }
  }
};

// Calls map_of(i) for the map of each sample, and state_of(i) for its state.
template <class StateOf, class MapOf>
void run_remap_gpu(gpu::Run& r, StateOf&& state_of, MapOf&& map_of) {
  RemapBatch<decltype(map_of(0))> batch;
  for (int i = 0; i < r.count; ++i) batch.add(state_of(i), map_of(i), r.in[0][i].data, r.out[0][i].data);
  batch.run(r);
}

}  // namespace penstock::ops
