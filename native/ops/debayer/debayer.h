// debayer: the arithmetic of a pixel, which both devices share.
#pragma once
#include "core/extents.h"
#include "core/host_device.h"
#include "core/op.h"
#include "generated/ops/debayer.h"

namespace penstock::ops {

// The frames of a sample, all with the same pattern.
struct DebayerState {
  int64_t frames = 0, height = 0, width = 0;
  int blue_y = 0, blue_x = 0;  // parity of the rows and columns with blue pixels
  int algorithm = 0;           // an EnumValue of DebayerArgs::Algorithm

  PENSTOCK_HD bool gray() const { return algorithm == static_cast<int>(DebayerArgs::Algorithm::gray_ocv); }
  PENSTOCK_HD int channels() const { return gray() ? 1 : 3; }
};

struct Colours {
  int r, g, b;
};

// The sums of the neighbours of a pixel that is not at an edge.
struct Neighbours {
  int left, right, above, below, diagonal;
};
template <class T>
PENSTOCK_HD Neighbours neighbours_of(const T* p, int64_t width) {
  const T *up = p - width, *down = p + width;
  return {p[-1], p[1], *up, *down, up[-1] + up[1] + down[-1] + down[1]};
}

PENSTOCK_HD Colours debayer_colours(int own, const Neighbours& n, bool blue_row, bool blue_column, bool edges) {
  const int across = n.left + n.right, along = n.above + n.below;
  if (blue_row == blue_column) {
    int green = (across + along + 2) >> 2;
    if (edges) {
      const int dx = n.left > n.right ? n.left - n.right : n.right - n.left;
      const int dy = n.above > n.below ? n.above - n.below : n.below - n.above;
      green = (dx > dy ? along + 1 : across + 1) >> 1;
    }
    const int other = (n.diagonal + 2) >> 2;
    return blue_row ? Colours{other, green, own} : Colours{own, green, other};
  }
  const int x = (across + 1) >> 1, y = (along + 1) >> 1;
  return blue_row ? Colours{y, own, x} : Colours{x, own, y};
}

// The weights of red, green and blue with 14 bits behind the point, for sums of four pixels.
PENSTOCK_HD int debayer_gray(int own, const Neighbours& n, bool blue_row, bool blue_column) {
  constexpr uint32_t kRed = 4899, kGreen = 9617, kBlue = 1868, kRound = 1u << 15;
  const auto across = static_cast<uint32_t>(n.left + n.right), along = static_cast<uint32_t>(n.above + n.below);
  const auto diagonal = static_cast<uint32_t>(n.diagonal), four = 4 * static_cast<uint32_t>(own);
  uint32_t sum;
  if (blue_row == blue_column) {
    sum = (across + along) * kGreen + diagonal * (blue_row ? kRed : kBlue) + four * (blue_row ? kBlue : kRed);
  } else {
    sum = 2 * across * (blue_row ? kBlue : kRed) + 2 * along * (blue_row ? kRed : kBlue) + four * kGreen;
  }
  return static_cast<int>((sum + kRound) >> 16);
}

// Pixel (y, x) of a frame, to `to`. At an edge it is that of the nearest pixel that is at none. Images of two rows or
// columns have none, and are black.
template <class T>
PENSTOCK_HD void debayer_pixel(const DebayerState& st, const T* frame, int64_t y, int64_t x, T* to) {
  if (st.height < 3 || st.width < 3) {
    for (int c = 0; c < st.channels(); ++c) to[c] = 0;
    return;
  }
  y = y < 1 ? 1 : y > st.height - 2 ? st.height - 2 : y;
  x = x < 1 ? 1 : x > st.width - 2 ? st.width - 2 : x;
  const T* p = frame + y * st.width + x;
  const Neighbours n = neighbours_of(p, st.width);
  const bool blue_row = (y & 1) == st.blue_y, blue_column = (x & 1) == st.blue_x;
  if (st.gray()) {
    *to = static_cast<T>(debayer_gray(*p, n, blue_row, blue_column));
    return;
  }
  const bool edges = st.algorithm == static_cast<int>(DebayerArgs::Algorithm::edgeaware_ocv);
  const Colours c = debayer_colours(*p, n, blue_row, blue_column, edges);
  to[0] = static_cast<T>(c.r);
  to[1] = static_cast<T>(c.g);
  to[2] = static_cast<T>(c.b);
}

}  // namespace penstock::ops
