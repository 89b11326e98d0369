// clahe on a GPU: a block per tile makes its table, then a thread per pixel blends four of them. L is computed in both
// kernels, which costs less than to store it.
#include <algorithm>

#include "generated/ops/clahe.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/color/lab.h"
#include "ops/clahe/clahe.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct ClaheItem {
  const uint8_t* in;
  uint8_t* out;
  ClaheState s;
  int64_t first;  // index of the first table among those of the batch; each plane has its own
};
struct ClaheTile {
  int32_t item, plane, tile;
};

// --- kernels ---

PENSTOCK_HD int32_t plane_value(const ClaheItem& item, const LabTables& t, int32_t plane, int64_t pixel) {
  const uint8_t* p = item.in + pixel * item.s.channels;
  return item.s.luma ? rgb_to_l(t, p) : p[plane];
}

__global__ void __launch_bounds__(kThreads)
    make_tables(const ClaheItem* items, const ClaheTile* tiles, const LabTables* lab, uint8_t* table) {
  int32_t* count = shared_memory<int32_t>();  // [256]
  const ClaheTile tile = tiles[blockIdx.x];
  const ClaheItem& item = items[tile.item];
  const ClaheState& s = item.s;
  for (int v = threadIdx.x; v < 256; v += kThreads) count[v] = 0;
  __syncthreads();
  const int64_t y0 = tile.tile / s.tiles_x * s.tile_h, x0 = tile.tile % s.tiles_x * s.tile_w;
  for (int64_t i = threadIdx.x; i < s.tile_h * s.tile_w; i += kThreads) {
    int64_t dy = i;
    const int64_t dx = take_coordinate(dy, s.tile_w);
    const int64_t pixel = clahe_mirror(y0 + dy, s.height) * s.width + clahe_mirror(x0 + dx, s.width);
    atomicAdd(&count[plane_value(item, *lab, tile.plane, pixel)], 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    clahe_table(count, s.clip, s.scale, table + (item.first + tile.plane * s.tiles_x * s.tiles_y + tile.tile) * 256);
  }
}

__global__ void __launch_bounds__(kThreads) blend(const ClaheItem* items, const LabTables* lab, const uint8_t* tables) {
  const ClaheItem& item = items[blockIdx.y];
  const ClaheState& s = item.s;
  const int64_t n = s.height * s.width, stride = int64_t{gridDim.x} * kThreads;
  for (int64_t i = int64_t{blockIdx.x} * kThreads + threadIdx.x; i < n; i += stride) {
    int64_t row = i;
    const int64_t column = take_coordinate(row, s.width);
    const ClahePlace y = clahe_place(row, s.tile_h, s.tiles_y), x = clahe_place(column, s.tile_w, s.tiles_x);
    for (int32_t c = 0; c < s.planes; ++c) {
      const uint8_t* table = tables + (item.first + c * s.tiles_x * s.tiles_y) * 256 + plane_value(item, *lab, c, i);
      const auto at = [&](int32_t ty, int32_t tx) {
        return static_cast<float>(table[int64_t{ty * s.tiles_x + tx} * 256]);
      };
      const auto value =
          static_cast<int32_t>(clahe_blend(at(y.first, x.first), at(y.first, x.second), at(y.second, x.first),
                                           at(y.second, x.second), x.weight, y.weight));
      if (s.luma) {
        replace_l(*lab, item.in + 3 * i, value, item.out + 3 * i);
      } else {
        item.out[i * s.channels + c] = static_cast<uint8_t>(value);
      }
    }
  }
}

// --- launchers ---

void run(Run& r) {
  std::vector<ClaheItem> items;
  std::vector<ClaheTile> tiles;
  int64_t most = 0, tables = 0;
  for (int i = 0; i < r.count; ++i) {
    const auto& s = r.state<ClaheState>(i);
    if (!(s.height * s.width)) continue;
    const auto at = static_cast<int32_t>(items.size());
    items.push_back({r.in[0][i].as<uint8_t>(), r.out[0][i].as<uint8_t>(), s, tables});
    for (int32_t p = 0; p < s.planes; ++p) {
      for (int32_t t = 0; t < s.tiles(); ++t) tiles.push_back({at, p, t});
    }
    tables += int64_t{s.planes} * s.tiles();
    most = std::max(most, s.height * s.width);
  }
  if (items.empty()) return;
  const ClaheItem* given = r.ctx.upload(items);
  const LabTables* lab = r.ctx.upload(&lab_tables(), 1);
  auto* table = r.ctx.scratch<uint8_t>(tables * 256);
  launch_synced(make_tables, dim3(static_cast<unsigned>(tiles.size())), dim3(kThreads), 256 * sizeof(int32_t),
                r.ctx.stream(), given, r.ctx.upload(tiles), lab, table);
  launch(blend, ragged_grid(static_cast<int>(items.size()), most, kThreads), dim3(kThreads), r.ctx.stream(), given, lab,
         table);
}

}  // namespace

PENSTOCK_GPU_OP(clahe, ClaheArgs, run)

}  // namespace penstock::ops
