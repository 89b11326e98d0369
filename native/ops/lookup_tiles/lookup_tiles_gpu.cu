// lookupTiles on a GPU: a thread for each pixel of the output's planes, which neighbours write side by side. The table
// goes to the device once a batch.
#include "generated/ops/lookup_tiles.h"
#include "gpu_plugin/launch.h"
#include "ops/lookup_tiles/lookup_tiles.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct TilesSample {
  const void* in;
  void* out;
  TileCut cut;
  int64_t channels, pixels;
};

struct Arrangement {
  int64_t group, frames;
  bool channels_last;
};

// --- kernels ---

// A copy where there is no table.
template <class In, class Out>
__global__ void lay_out(const TilesSample* samples, const float* table, Arrangement to) {
  const TilesSample& s = samples[blockIdx.y];
  const In* in = static_cast<const In*>(s.in);
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  const int64_t area = s.cut.height * s.cut.width, width = s.cut.columns * s.cut.width;
  const int64_t square = to.group * to.group, across = s.cut.columns / to.group;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.pixels; i += stride) {
    const int64_t tile = i / area, at = i % area;
    const int64_t block = tile / square, inner = tile % square;
    const int64_t row = block / across * to.group + inner / to.group;
    const int64_t column = block % across * to.group + inner % to.group;
    const int64_t y = row * s.cut.height + at / s.cut.width, x = column * s.cut.width + at % s.cut.width;
    const In* from = in + (y * width + x) * s.channels;
    Out* out = static_cast<Out*>(s.out) + tile * area * s.channels * to.frames;
    for (int64_t k = 0; k < s.channels; ++k) {
      Out value;
      if constexpr (std::is_same_v<In, Out>) {
        value = from[k];
      } else {
        value = table[k * kTileEntries + from[k]];
      }
      if (to.channels_last) {
        out[at * s.channels + k] = value;
      } else {
        for (int64_t f = 0; f < to.frames; ++f) out[(k * to.frames + f) * area + at] = value;
      }
    }
  }
}

// --- launchers ---

void run(Run& r) {
  const auto& a = r.arg<LookupTilesArgs>(0);
  std::vector<TilesSample> samples(r.count);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const TensorView& in = r.in[0][i];
    const int64_t pixels = in.shape[0] * in.shape[1];
    samples[i] = {in.data, r.out[0][i].data, r.state<TileCut>(i), in.shape[2], pixels};
    most = std::max(most, pixels);
  }
  if (!most) return;
  const Arrangement to{a.group, a.frames, a.channels_last};
  const TilesSample* given = r.ctx.upload(samples);
  const auto with = [&](auto kernel, const float* table) {
    launch(kernel, ragged_grid(r.count, most, kThreads), dim3(kThreads), r.ctx.stream(), given, table, to);
  };
  if (a.values.size) {
    with(lay_out<uint8_t, float>, r.ctx.upload(a.values.data, static_cast<size_t>(a.values.size)));
    return;
  }
  const int64_t size = dtype_size(r.in[0][0].dtype);
  if (size == 1) with(lay_out<uint8_t, uint8_t>, nullptr);
  if (size == 2) with(lay_out<uint16_t, uint16_t>, nullptr);
  if (size == 4) with(lay_out<uint32_t, uint32_t>, nullptr);
  if (size == 8) with(lay_out<uint64_t, uint64_t>, nullptr);
}

}  // namespace

PENSTOCK_GPU_OP(lookup_tiles, LookupTilesArgs, run)

}  // namespace penstock::ops
