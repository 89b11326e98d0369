// How lookupTiles cuts an image, for CPU and GPU.
#pragma once
#include <cstdint>

namespace penstock::ops {

// Values of the table for each channel.
constexpr int64_t kTileEntries = 256;

// Tiles of `height` x `width` pixels, `rows` x `columns` of them.
struct TileCut {
  int64_t height = 0, width = 0, rows = 1, columns = 1;
};

}  // namespace penstock::ops
