// See warp_gpu.h: one thread per output pixel, in tiles, so that the threads of a tile read neighbouring input
// pixels for every direction of the map.
#include <algorithm>

#include "core/dispatch.h"
#include "gpu_plugin/launch.h"
#include "kernels/warp/warp.h"
#include "kernels/warp/warp_gpu.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kTileWidth = 32, kTileHeight = 8, kThreads = kTileWidth * kTileHeight;

struct WarpSample {
  WarpState state;
  const void* in;
  void* out;
  uint32_t tiles_x, tiles_plane, tiles;  // numbers of tiles: in a row, in an image or slice of a volume, in the sample
};

// --- kernels ---

template <int ND, int C, class In, class Out>
__global__ void __launch_bounds__(kThreads) warp_tiles(const WarpSample* samples) {
  const WarpSample& d = samples[blockIdx.y];
  const WarpState& s = d.state;
  const int channels = C ? C : s.channels;
  const int64_t frame_in = int64_t{s.in[0]} * s.in[1] * s.in[2] * channels;
  for (uint32_t t = blockIdx.x; t < d.tiles; t += gridDim.x) {
    const uint32_t plane = t / d.tiles_plane, in_plane = t - plane * d.tiles_plane;
    const uint32_t tile_y = in_plane / d.tiles_x, tile_x = in_plane - tile_y * d.tiles_x;
    const int x = static_cast<int>(tile_x * kTileWidth + threadIdx.x % kTileWidth);
    const int y = static_cast<int>(tile_y * kTileHeight + threadIdx.x / kTileWidth);
    if (x >= s.out[0] || y >= s.out[1]) continue;
    const int64_t frame = ND == 3 ? plane / s.out[2] : plane;
    const int z = ND == 3 ? static_cast<int>(plane - frame * s.out[2]) : 0;
    float position[ND];
    for (int axis = 0; axis < ND; ++axis) {
      position[axis] = warp_position(s.matrix[axis * (ND + 1)], warp_row<ND>(s, axis, y, z), x);
    }
    const In* in = static_cast<const In*>(d.in) + frame * frame_in;
    Out* out = static_cast<Out*>(d.out) + ((int64_t{plane} * s.out[1] + y) * s.out[0] + x) * channels;
    warp_pixel<ND, C>(s, position, in, out);
  }
}

// --- launcher ---

struct Batch {
  std::vector<WarpSample> samples;
  uint32_t most = 0;  // most tiles of a sample

  template <int ND, int C, class In, class Out>
  void run(Context& ctx) const {
    launch(warp_tiles<ND, C, In, Out>,
           ragged_grid(static_cast<int>(samples.size()), int64_t{most} * kThreads, kThreads, 1024), dim3(kThreads),
           ctx.stream(), ctx.upload(samples));
  }

  template <class In, class Out>
  void run_typed(Context& ctx) const {
    const bool rgb =
        std::all_of(samples.begin(), samples.end(), [](const WarpSample& s) { return s.state.channels == 3; });
    if (samples[0].state.spatial == 3) return run<3, 0, In, Out>(ctx);
    if (rgb && sizeof(In) != 2) return run<2, 3, In, Out>(ctx);
    run<2, 0, In, Out>(ctx);
  }
};

template <class T, class... Ts>
constexpr bool one_of = (std::is_same_v<T, Ts> || ...);

}  // namespace

void run_warp_gpu(Run& r) {
  Batch batch;
  for (int i = 0; i < r.count; ++i) {
    const auto& s = r.state<WarpState>(i);
    if (!r.out[0][i].shape.volume()) continue;
    const auto tiles = [](int32_t extent, int tile) { return static_cast<uint32_t>((extent + tile - 1) / tile); };
    WarpSample d{s, r.in[0][i].data, r.out[0][i].data, tiles(s.out[0], kTileWidth), 0, 0};
    d.tiles_plane = d.tiles_x * tiles(s.out[1], kTileHeight);
    d.tiles = d.tiles_plane * static_cast<uint32_t>(s.out[2] * s.frames);
    batch.most = std::max(batch.most, d.tiles);
    batch.samples.push_back(d);
  }
  if (batch.samples.empty()) return;
  dispatch(r.in[0][0].dtype, [&](auto in_zero) {
    dispatch(r.out[0][0].dtype, [&](auto out_zero) {
      using In = decltype(in_zero);
      using Out = decltype(out_zero);
      if constexpr (one_of<In, uint8_t, int16_t, int32_t, float> && one_of<Out, uint8_t, int16_t, int32_t, float> &&
                    (std::is_same_v<In, Out> || one_of<float, In, Out>)) {
        batch.run_typed<In, Out>(r.ctx);
      }
    });
  });
}

}  // namespace penstock::ops
