// From samples to pixels: libjpeg's upsampling and its colour conversion, to the same bytes. T.871 for YCbCr.
#include "gpu_plugin/jpeg/jpeg_arithmetic.h"
#include "gpu_plugin/jpeg/jpeg_kernels.h"

namespace penstock::gpu {
namespace {

// A component's samples, by their position in the whole component.
struct Samples {
  const uint8_t* from;
  int pitch, right, bottom;  // the last column and row that are no padding

  PENSTOCK_HD int at(int x, int y) const {
    x = x < 0 ? 0 : x > right ? right : x;
    y = y < 0 ? 0 : y > bottom ? bottom : y;
    return from[static_cast<int64_t>(y) * pitch + x];
  }
  // The farther of the two rows of samples that a row of pixels is interpolated from, where there are half as many.
  PENSTOCK_HD int farther_row(int y) const {
    const int row = (y >> 1) + (y & 1 ? 1 : -1);
    return row < 0 ? 0 : row > bottom ? bottom : row;
  }
};

__device__ __forceinline__ Samples samples_of(const JpegMemory& m, const JpegPlane& p) {
  const int pitch = p.w * 8;
  return {m.planes + static_cast<int64_t>(p.first) * 64 - static_cast<int64_t>(p.y0) * 8 * pitch - p.x0 * 8, pitch,
          p.samples_w - 1, p.samples_h - 1};
}

// The component's value at a pixel. libjpeg's triangle filter: 3/4 of the nearer sample and 1/4 of the farther one in
// each direction, rounded up and down in turns.
template <JpegUpsampling mode>
PENSTOCK_HD int upsampled(const Samples& s, int x, int y) {
  if (mode == JpegUpsampling::h2v1) {
    const int c = x >> 1, odd = x & 1;
    return (3 * s.at(c, y) + s.at(odd ? c + 1 : c - 1, y) + 1 + odd) >> 2;
  }
  if (mode == JpegUpsampling::h1v2) {
    const int r = y >> 1, odd = y & 1;
    return (3 * s.at(x, r) + s.at(x, odd ? r + 1 : r - 1) + 1 + odd) >> 2;
  }
  const int c = x >> 1, r = y >> 1, other = y & 1 ? r + 1 : r - 1, side = x & 1 ? c + 1 : c - 1;
  const int near = 3 * s.at(c, r) + s.at(c, other), far = 3 * s.at(side, r) + s.at(side, other);
  return (3 * near + far + (x & 1 ? 7 : 8)) >> 4;
}

PENSTOCK_HD int upsampled(const Samples& s, const JpegPlane& p, int x, int y) {
  switch (p.upsampling) {
    case JpegUpsampling::box: break;
    case JpegUpsampling::h2v1: return upsampled<JpegUpsampling::h2v1>(s, x, y);
    case JpegUpsampling::h1v2: return upsampled<JpegUpsampling::h1v2>(s, x, y);
    case JpegUpsampling::h2v2: return upsampled<JpegUpsampling::h2v2>(s, x, y);
  }
  return s.from[static_cast<int64_t>(p.step_y == 1 ? y : y / p.step_y) * s.pitch + (p.step_x == 1 ? x : x / p.step_x)];
}

struct Rgb {
  int r, g, b;
};

PENSTOCK_HD Rgb ycbcr_to_rgb(int y, int cb, int cr) {
  const Chroma c = chroma_of(cb, cr);
  return {clamp8(y + c.r), clamp8(y + c.g), clamp8(y + c.b)};
}

// As the CPU's decoder does it: K scales the colours; Adobe stores complements.
PENSTOCK_HD Rgb cmyk_to_rgb(int c, int m, int y, int k, bool complement) {
  if (!complement) {
    c = 255 - c;
    m = 255 - m;
    y = 255 - y;
    k = 255 - k;
  }
  return {k * c / 255, k * m / 255, k * y / 255};
}

// libjpeg's gray of colours, with 16 bits behind the point.
PENSTOCK_HD int gray_of(int r, int g, int b) { return (19595 * r + 38470 * g + 7471 * b + 32768) >> 16; }

PENSTOCK_HD Rgb pixel_of(const JpegImageWork& w, const Samples* s, int x, int y) {
  const int first = upsampled(s[0], w.plane[0], x, y);
  if (w.components == 1) return {first, first, first};
  const int second = upsampled(s[1], w.plane[1], x, y), third = upsampled(s[2], w.plane[2], x, y);
  if (w.color == JpegColor::ycbcr) return ycbcr_to_rgb(first, second, third);
  if (w.color == JpegColor::rgb) {
    if (w.window.channels == 3) return {first, second, third};
    const int gray = gray_of(first, second, third);
    return {gray, gray, gray};
  }
  const int k = upsampled(s[3], w.plane[3], x, y);
  if (w.color == JpegColor::cmyk) return cmyk_to_rgb(first, second, third, k, w.adobe);
  const Rgb rgb = ycbcr_to_rgb(first, second, third);
  return cmyk_to_rgb(255 - rgb.r, 255 - rgb.g, 255 - rgb.b, k, w.adobe);
}

// A tile's bytes in shared memory. Byte 0 of the tile lies behind kAhead bytes and as many more as the output's address
// has behind a multiple of 16, so that both are copied 16 bytes at a time.
constexpr uint32_t kAhead = 32;
struct Tile {
  uint32_t begin, end;  // pixels of the window
  uint8_t* bytes;
};

__device__ __forceinline__ Tile tile_of(const DecodeWindow& d, uint32_t begin, uint32_t end, uint4* stage) {
  const int64_t first = int64_t{begin} * d.channels * (d.dtype == DType::uint8);
  return {begin, end,
          reinterpret_cast<uint8_t*>(stage) + kAhead +
              ((reinterpret_cast<uintptr_t>(d.to) + static_cast<uintptr_t>(first)) & 15)};
}

// Bytes at any address, of which the first `count`, at most eight, are asked for and no other word is read.
__device__ __forceinline__ uint2 load_bytes(const uint8_t* from, uint32_t count) {
  const auto at = reinterpret_cast<uintptr_t>(from), last = (at + count - 1) & ~uintptr_t{3},
             first = at & ~uintptr_t{3};
  const auto* word0 = reinterpret_cast<const uint32_t*>(first);
  const auto* word1 = reinterpret_cast<const uint32_t*>(first + 4 < last ? first + 4 : last);
  const uint32_t shift = 8 * static_cast<uint32_t>(at & 3), middle = *word1;
  return {__funnelshift_r(*word0, middle, shift),
          __funnelshift_r(middle, *reinterpret_cast<const uint32_t*>(last), shift)};
}

__device__ __forceinline__ int byte_of(uint2 v, int k) {
  return static_cast<int>((k < 4 ? v.x >> 8 * k : v.y >> 8 * (k - 4)) & 255);
}

// The samples of a component that eight pixels of a row are interpolated from: six beside each other, from the one at
// the left of pixel x on; two rows of them have been added up, three to one.
template <JpegUpsampling mode>
__device__ __forceinline__ void samples_beside(const Samples& s, int x, int y, int* v) {
  constexpr bool rows = mode == JpegUpsampling::h2v2;
  const int first = (x - 1) >> 1, left = first < 0 ? 0 : first, last = first + 5 < s.right ? first + 5 : s.right;
  const auto count = static_cast<uint32_t>(last - left + 1);
  const int r = rows ? y >> 1 : y;
  uint2 near = load_bytes(s.from + static_cast<int64_t>(r) * s.pitch + left, count), far = {0, 0};
  if (rows) {
    far = load_bytes(s.from + static_cast<int64_t>(s.farther_row(y)) * s.pitch + left, count);
  }
  PENSTOCK_UNROLL
  for (int j = 0; j < 6; ++j) v[j] = rows ? 3 * byte_of(near, j) + byte_of(far, j) : byte_of(near, j);
  if (first < 0) {
    PENSTOCK_UNROLL
    for (int j = 5; j > 0; --j) v[j] = v[j - 1];
  }
  PENSTOCK_UNROLL
  for (int j = 1; j < 6; ++j) v[j] = first + j > s.right ? v[j - 1] : v[j];
}

// One of eight pixels of a row that begins at an odd or even column.
template <JpegUpsampling mode>
__device__ __forceinline__ int beside(const int* v, bool odd, int k) {
  const int h = k >> 1;
  const int near = k & 1 || !odd ? v[h + 1] : v[h];
  const int far = k & 1 ? (odd ? v[h] : v[h + 2]) : (odd ? v[h + 1] : v[h]);
  const int is_odd = odd != static_cast<bool>(k & 1);
  return mode == JpegUpsampling::h2v2 ? (3 * near + far + 8 - is_odd) >> 4 : (3 * near + far + 1 + is_odd) >> 2;
}

// The chroma of eight pixels of a row. `halved`: two pixels a sample, beside each other.
template <JpegUpsampling mode, bool halved>
__device__ __forceinline__ void eight_chromas(const Samples* s, int step_y, int x, int y, Chroma* to) {
  if (mode == JpegUpsampling::h2v1 || mode == JpegUpsampling::h2v2) {
    int cb[6], cr[6];
    samples_beside<mode>(s[1], x, y, cb);
    samples_beside<mode>(s[2], x, y, cr);
    PENSTOCK_UNROLL
    for (int k = 0; k < 8; ++k) to[k] = chroma_of(beside<mode>(cb, x & 1, k), beside<mode>(cr, x & 1, k));
    return;
  }
  if (mode == JpegUpsampling::h1v2) {
    const int r = y >> 1, odd = y & 1;
    const int other = s[1].farther_row(y);
    uint2 near[2], far[2];
    PENSTOCK_UNROLL
    for (int c = 0; c < 2; ++c) {
      near[c] = load_bytes(s[c + 1].from + static_cast<int64_t>(r) * s[c + 1].pitch + x, 8);
      far[c] = load_bytes(s[c + 1].from + static_cast<int64_t>(other) * s[c + 1].pitch + x, 8);
    }
    PENSTOCK_UNROLL
    for (int k = 0; k < 8; ++k) {
      to[k] = chroma_of((3 * byte_of(near[0], k) + byte_of(far[0], k) + 1 + odd) >> 2,
                        (3 * byte_of(near[1], k) + byte_of(far[1], k) + 1 + odd) >> 2);
    }
    return;
  }
  const int row = y >> (step_y >> 1), column = halved ? x >> 1 : x;
  const bool odd = halved && x & 1;
  const uint32_t count = halved ? 4 + odd : 8;
  const uint2 cb = load_bytes(s[1].from + static_cast<int64_t>(row) * s[1].pitch + column, count);
  const uint2 cr = load_bytes(s[2].from + static_cast<int64_t>(row) * s[2].pitch + column, count);
  if (!halved) {
    PENSTOCK_UNROLL
    for (int k = 0; k < 8; ++k) to[k] = chroma_of(byte_of(cb, k), byte_of(cr, k));
    return;
  }
  Chroma of[5];
  PENSTOCK_UNROLL
  for (int j = 0; j < 5; ++j) of[j] = chroma_of(byte_of(cb, j), byte_of(cr, j));
  PENSTOCK_UNROLL
  for (int k = 0; k < 8; ++k) {
    const int j = k >> 1;
    to[k] = {k & 1 && odd ? of[j + 1].r : of[j].r, k & 1 && odd ? of[j + 1].g : of[j].g,
             k & 1 && odd ? of[j + 1].b : of[j].b};
  }
}

// Stores 24 bytes at any address of shared memory.
__device__ __forceinline__ void store_bytes(uint8_t* to, const uint32_t (&v)[6]) {
  const auto lead = static_cast<uint32_t>(-reinterpret_cast<uintptr_t>(to) & 3);
  if (lead > 0) to[0] = static_cast<uint8_t>(v[0]);
  if (lead > 1) to[1] = static_cast<uint8_t>(v[0] >> 8);
  if (lead > 2) to[2] = static_cast<uint8_t>(v[0] >> 16);
  auto* words = reinterpret_cast<uint32_t*>(to + lead);
  PENSTOCK_UNROLL
  for (int k = 0; k < 5; ++k) words[k] = __funnelshift_r(v[k], v[k + 1], 8 * lead);
  if (lead == 0) {
    words[5] = v[5];
    return;
  }
  to += lead + 20;
  const uint32_t rest = v[5] >> 8 * lead;
  to[0] = static_cast<uint8_t>(rest);
  if (lead < 3) to[1] = static_cast<uint8_t>(rest >> 8);
  if (lead < 2) to[2] = static_cast<uint8_t>(rest >> 16);
}

// The most frequent kind of image: YCbCr to RGB as it is stored. A thread makes eight pixels of a row; the last of a
// row begins so that it ends with the row, and makes pixels that its neighbour makes too.
template <JpegUpsampling mode, bool halved>
__device__ __forceinline__ void color_tile(const JpegImageWork& w, const Samples* s, uint32_t first, const Tile& tile) {
  const DecodeWindow& d = w.window;
  const auto width = static_cast<uint32_t>(d.w), all = w.groups * static_cast<uint32_t>(d.h);
  const uint32_t first_row = first / w.groups, first_column = first - first_row * w.groups;
  const Divisor by_groups(w.groups);
  PENSTOCK_ROLLED
  for (uint32_t t = threadIdx.x; t < kGroupTile && first + t < all; t += kJpegThreads) {
    const uint32_t n = first_column + t;
    const uint32_t down = by_groups.quotient(n);
    const uint32_t column = 8 * (n - down * w.groups), x = column + 8 < width ? column : width - 8;
    const uint32_t row = first_row + down;
    const int px = d.x + static_cast<int>(x), py = d.y + static_cast<int>(row);
    const uint2 luma = load_bytes(s[0].from + static_cast<int64_t>(py) * s[0].pitch + px, 8);
    Chroma chroma[8];
    eight_chromas<mode, halved>(s, w.plane[1].step_y, px, py, chroma);
    uint32_t packed[6];
    PENSTOCK_UNROLL
    for (int half = 0; half < 2; ++half) {
      int v[12];
      PENSTOCK_UNROLL
      for (int k = 0; k < 4; ++k) {
        const int y = byte_of(luma, 4 * half + k);
        const Chroma& c = chroma[4 * half + k];
        v[3 * k] = y + c.r;
        v[3 * k + 1] = y + c.g;
        v[3 * k + 2] = y + c.b;
      }
      PENSTOCK_UNROLL
      for (int i = 0; i < 3; ++i) {
        packed[3 * half + i] = pack_clamped(v[4 * i], v[4 * i + 1], pack_clamped(v[4 * i + 2], v[4 * i + 3], 0));
      }
    }
    // The first of a tile may begin before it, by less than kAhead bytes.
    store_bytes(tile.bytes + 3 * (static_cast<int>(row * width + x) - static_cast<int>(tile.begin)), packed);
  }
}

// Every other kind. Values of more than a byte go to the output at once.
__device__ __forceinline__ void any_tile(const JpegImageWork& w, const Samples* s, const Tile& tile) {
  const DecodeWindow& d = w.window;
  const auto channels = static_cast<uint32_t>(d.channels);
  for (uint32_t i = tile.begin + threadIdx.x; i < tile.end; i += kJpegThreads) {
    const uint32_t row = i / static_cast<uint32_t>(d.w);
    int x, y;
    stored_pixel(d, d.x + static_cast<int>(i - row * static_cast<uint32_t>(d.w)), d.y + static_cast<int>(row), x, y);
    const Rgb p = pixel_of(w, s, x, y);
    const int values[3] = {d.bgr ? p.b : p.r, p.g, d.bgr ? p.r : p.b};
    for (uint32_t c = 0; c < channels; ++c) {
      if (d.dtype == DType::uint8) {
        tile.bytes[(i - tile.begin) * channels + c] = static_cast<uint8_t>(values[c]);
      } else {
        store_value(d, static_cast<int64_t>(i) * channels + c, values[c]);
      }
    }
  }
}

// Copies the tile's bytes to the output, whatever its address.
__device__ __forceinline__ void copy_tile(const DecodeWindow& d, const Tile& tile) {
  const auto channels = static_cast<uint32_t>(d.channels);
  uint8_t* to = static_cast<uint8_t*>(d.to) + static_cast<int64_t>(tile.begin) * channels;
  const auto ahead = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(to) & 15);
  const uint32_t end = ahead + (tile.end - tile.begin) * channels;
  to -= ahead;
  const uint8_t* from = tile.bytes - ahead;
  for (uint32_t k = 16 * threadIdx.x; k < end; k += 16 * kJpegThreads) {
    if (k >= ahead && k + 16 <= end) {
      *reinterpret_cast<uint4*>(to + k) = *reinterpret_cast<const uint4*>(from + k);
      continue;
    }
    for (uint32_t i = k < ahead ? ahead : k; i < k + 16 && i < end; ++i) to[i] = from[i];
  }
}

// One tile of a window at a time.
__global__ void __launch_bounds__(kJpegThreads) pixels_kernel(JpegMemory m, JpegItems items) {
  __shared__ uint4 stage[kAhead / 16 + 1 + kGroupTile * 24 / 16];
  for (uint32_t n = blockIdx.x; n < items.count; n += gridDim.x) {
    const JpegItem item = items.items[n];
    const JpegImageWork& w = m.images[item.of];
    const DecodeWindow& d = w.window;
    if (m.status[item.of]) continue;  // no kernel writes it now, so all threads see the same
    Samples s[kJpegComponents];
    PENSTOCK_UNROLL
    for (int c = 0; c < kJpegComponents; ++c) s[c] = samples_of(m, w.plane[c]);
    const uint32_t total = static_cast<uint32_t>(d.w) * static_cast<uint32_t>(d.h);
    Tile tile;
    if (!w.groups) {
      const uint32_t begin = item.part * kPixelTile;
      tile = tile_of(d, begin, begin + kPixelTile < total ? begin + kPixelTile : total, stage);
      any_tile(w, s, tile);
    } else {
      const uint32_t first = item.part * kGroupTile, behind = first + kGroupTile;
      const auto pixel_of_group = [&](uint32_t g) {
        const uint32_t row = g / w.groups;
        return row * static_cast<uint32_t>(d.w) + 8 * (g - row * w.groups);
      };
      const bool last = behind >= w.groups * static_cast<uint32_t>(d.h);
      tile = tile_of(d, pixel_of_group(first), last ? total : pixel_of_group(behind), stage);
      const JpegPlane& chroma = w.plane[1];
      if (chroma.upsampling == JpegUpsampling::h2v2) {
        color_tile<JpegUpsampling::h2v2, true>(w, s, first, tile);
      } else if (chroma.upsampling == JpegUpsampling::h2v1) {
        color_tile<JpegUpsampling::h2v1, true>(w, s, first, tile);
      } else if (chroma.upsampling == JpegUpsampling::h1v2) {
        color_tile<JpegUpsampling::h1v2, false>(w, s, first, tile);
      } else if (chroma.step_x == 2) {
        color_tile<JpegUpsampling::box, true>(w, s, first, tile);
      } else {
        color_tile<JpegUpsampling::box, false>(w, s, first, tile);
      }
    }
    __syncthreads();
    if (d.dtype == DType::uint8) copy_tile(d, tile);
    __syncthreads();
  }
}

}  // namespace

void write_pixels(const JpegLaunch& l) {
  launch_synced(pixels_kernel, l.grid(l.pixels.count), dim3(kJpegThreads), 0, l.stream, l.memory, l.pixels);
}

}  // namespace penstock::gpu
