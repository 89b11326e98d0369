// Implements the eight orientations as one affine walk over the output.
#include "codecs/orient.h"

#include <algorithm>
#include <cstring>

namespace penstock::codecs {
namespace {

// Copies pixels of N bytes. Tiles keep both sides of a transposition in the cache.
template <size_t N>
void walk(const uint8_t* in, size_t stride, int w, int h, Placement p, uint8_t* out) {
  constexpr int kTile = 32;
  for (int y0 = 0; y0 < h; y0 += kTile) {
    for (int x0 = 0; x0 < w; x0 += kTile) {
      const int y1 = std::min(y0 + kTile, h), x1 = std::min(x0 + kTile, w);
      for (int y = y0; y < y1; ++y) {
        const uint8_t* from = in + y * stride + x0 * N;
        uint8_t* to = out + (p.origin + x0 * p.dx + y * p.dy) * static_cast<ptrdiff_t>(N);
        for (int x = x0; x < x1; ++x, from += N, to += p.dx * static_cast<ptrdiff_t>(N)) std::memcpy(to, from, N);
      }
    }
  }
}

}  // namespace

Placement placement(int orientation, int w, int h) {
  const ptrdiff_t W = w, H = h;
  switch (orientation) {
    case 2: return {W - 1, -1, W};
    case 3: return {W * H - 1, -1, -W};
    case 4: return {W * (H - 1), 1, -W};
    case 5: return {0, H, 1};
    case 6: return {H - 1, H, -1};
    case 7: return {W * H - 1, -H, -1};
    case 8: return {H * (W - 1), -H, 1};
    default: return {0, 1, W};
  }
}

void orient_pixels(const uint8_t* in, size_t stride, int w, int h, size_t pixel_bytes, int orientation, uint8_t* out) {
  const Placement p = placement(orientation, w, h);
  const size_t row = w * pixel_bytes;
  if (p.dx == 1) {
    for (int y = 0; y < h; ++y)
      std::memcpy(out + (p.origin + y * p.dy) * static_cast<ptrdiff_t>(pixel_bytes), in + y * stride, row);
    return;
  }
  switch (pixel_bytes) {
    case 1: return walk<1>(in, stride, w, h, p, out);
    case 2: return walk<2>(in, stride, w, h, p, out);
    case 3: return walk<3>(in, stride, w, h, p, out);
    case 4: return walk<4>(in, stride, w, h, p, out);
    case 6: return walk<6>(in, stride, w, h, p, out);
    case 8: return walk<8>(in, stride, w, h, p, out);
    case 12: return walk<12>(in, stride, w, h, p, out);
    case 16: return walk<16>(in, stride, w, h, p, out);
    default: fail(ErrorCode::INTERNAL, "pixels of %zu bytes have no orientation code", pixel_bytes);
  }
}

}  // namespace penstock::codecs
