// clahe: the grid of tiles, the table of a tile from its histogram, and the blend of four tables, as OpenCV's CLAHE
// computes them.
#pragma once
#include <cstdint>

#include "core/host_device.h"
#include "kernels/window/window.h"

namespace penstock::ops {

struct ClaheState {
  int64_t height = 0, width = 0;
  int32_t channels = 0;
  int32_t planes = 1;  // that are equalized: L, or each channel
  bool luma = false;
  int32_t tiles_x = 1, tiles_y = 1;
  int64_t tile_h = 0, tile_w = 0;
  int32_t clip = 0;  // a bin's largest count; 0: no limit
  float scale = 0;   // of counts to values

  int32_t tiles() const { return tiles_x * tiles_y; }
};

// The grid covers the image, which is extended downwards and to the right where a side is no multiple of its tiles; a
// side that is one is then extended by a whole row or column of pixels per tile too.
inline void clahe_grid(ClaheState& s, double clip_limit) {
  s.tile_h = s.height / s.tiles_y;
  s.tile_w = s.width / s.tiles_x;
  if (s.height % s.tiles_y || s.width % s.tiles_x) {
    ++s.tile_h;
    ++s.tile_w;
  }
  const int64_t area = s.tile_h * s.tile_w;
  s.scale = 255.0f / static_cast<float>(area);
  if (clip_limit > 0) {
    const double limit = clip_limit * static_cast<double>(area) / 256;
    s.clip = limit < 1 ? 1 : limit < 2147483647.0 ? static_cast<int32_t>(limit) : 2147483647;
  }
}

// The pixel that stands for one beyond the end.
PENSTOCK_HD int64_t clahe_mirror(int64_t i, int64_t n) { return i < n ? i : source_index(Bounds::reflect_101, i, n); }

// Rounds a number of 0 to 2^22 to nearest, halves to even.
PENSTOCK_HD float clahe_round(float v) { return (v + 8388608.0f) - 8388608.0f; }

// What a bin has above the limit is spread evenly over all bins; the rest of that goes to bins at equal steps.
PENSTOCK_HD void clahe_table(int32_t* count, int32_t clip, float scale, uint8_t* table) {
  if (clip > 0) {
    int32_t clipped = 0;
    for (int v = 0; v < 256; ++v) {
      const int32_t more = count[v] > clip ? count[v] - clip : 0;
      clipped += more;
      count[v] -= more;
    }
    const int32_t each = clipped / 256;
    int32_t rest = clipped - each * 256;
    for (int v = 0; v < 256; ++v) count[v] += each;
    const int step = rest > 0 ? (256 / rest > 1 ? 256 / rest : 1) : 256;
    for (int v = 0; v < 256 && rest > 0; v += step, --rest) ++count[v];
  }
  int32_t sum = 0;
  for (int v = 0; v < 256; ++v) {
    sum += count[v];
    const float value = clahe_round(static_cast<float>(sum) * scale);
    table[v] = static_cast<uint8_t>(value < 255.0f ? value : 255.0f);
  }
}

// Where a row or column lies between the centres of two tiles: their numbers, and the weight of the second.
struct ClahePlace {
  int32_t first, second;
  float weight;
};
PENSTOCK_HD ClahePlace clahe_place(int64_t i, int64_t tile, int32_t tiles) {
  const float at = static_cast<float>(i) * (1.0f / static_cast<float>(tile)) - 0.5f;
  int32_t first = static_cast<int32_t>(at);
  if (static_cast<float>(first) > at) --first;
  const float weight = at - static_cast<float>(first);
  const int32_t second = first + 1 < tiles ? first + 1 : tiles - 1;
  return {first > 0 ? first : 0, second, weight};
}

PENSTOCK_HD float clahe_blend(float up_left, float up_right, float down_left, float down_right, float x, float y) {
  const float x1 = 1.0f - x, y1 = 1.0f - y;
  const float ul = up_left * x1, ur = up_right * x, dl = down_left * x1, dr = down_right * x;
  const float up = ul + ur, down = dl + dr;
  const float u = up * y1, d = down * y;
  return clahe_round(u + d);
}

}  // namespace penstock::ops
