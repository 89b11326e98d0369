// From coefficients to pixels: libjpeg's accurate integer inverse transform ("islow"), its upsampling and its colour
// conversion, to the same bytes. Loeffler, Ligtenberg and Moschytz, "Practical fast 1-D DCT algorithms with 11
// multiplications" (1989); T.871 for YCbCr.
#include "core/host_device.h"
#include "cuda/jpeg/jpeg_kernels.h"

namespace penstock::gpu {
namespace {

PENSTOCK_HD int clamp8(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

// Constants are the products' factors times 2^13.
template <int shift>
PENSTOCK_HD void transform8(int* a) {
  constexpr int round = 1 << (shift - 1);
  const int even = (a[2] + a[6]) * 4433;
  const int e2 = even - a[6] * 15137, e3 = even + a[2] * 6270;
  const int e0 = (a[0] + a[4]) * 8192, e1 = (a[0] - a[4]) * 8192;
  const int t0 = e0 + e3, t3 = e0 - e3, t1 = e1 + e2, t2 = e1 - e2;
  const int z1 = (a[7] + a[1]) * -7373, z2 = (a[5] + a[3]) * -20995;
  const int z5 = (a[7] + a[3] + a[5] + a[1]) * 9633;
  const int z3 = (a[7] + a[3]) * -16069 + z5, z4 = (a[5] + a[1]) * -3196 + z5;
  const int o0 = a[7] * 2446 + z1 + z3, o1 = a[5] * 16819 + z2 + z4;
  const int o2 = a[3] * 25172 + z2 + z3, o3 = a[1] * 12299 + z1 + z4;
  a[0] = (t0 + o3 + round) >> shift;
  a[7] = (t0 - o3 + round) >> shift;
  a[1] = (t1 + o2 + round) >> shift;
  a[6] = (t1 - o2 + round) >> shift;
  a[2] = (t2 + o1 + round) >> shift;
  a[5] = (t2 - o1 + round) >> shift;
  a[3] = (t3 + o0 + round) >> shift;
  a[4] = (t3 - o0 + round) >> shift;
}

__device__ __forceinline__ uint32_t four_samples(const int* a) {
  return static_cast<uint32_t>(clamp8(a[0] + 128) | clamp8(a[1] + 128) << 8 | clamp8(a[2] + 128) << 16 |
                               clamp8(a[3] + 128) << 24);
}

// Eight threads a block: each transforms a column, then a row. A plane's rows are as long as its kept blocks.
__global__ void __launch_bounds__(kJpegThreads) transform_kernel(JpegMemory m, JpegItems items) {
  constexpr uint32_t kPitch = 9, kEach = kJpegThreads / 8;
  __shared__ int room[kEach * 8 * kPitch];
  const uint32_t j = threadIdx.x & 7;
  int* mine = room + (threadIdx.x >> 3) * 8 * kPitch;
  for (uint32_t n = blockIdx.x; n < items.count; n += gridDim.x) {
    const JpegItem item = items.items[n];
    const uint32_t image = item.of / kJpegComponents;
    const JpegPlane& p = m.images[image].plane[item.of % kJpegComponents];
    const uint32_t blocks = static_cast<uint32_t>(p.w) * static_cast<uint32_t>(p.h);
    // Its coefficients have not been written then; which threads see it makes no difference.
    const bool sound = !m.status[image];
    for (uint32_t k = item.part * kTransformTile; k < (item.part + 1) * kTransformTile; k += kEach) {
      const uint32_t block = k + (threadIdx.x >> 3);
      const bool active = block < blocks && sound;
      const uint32_t y = block / static_cast<uint32_t>(p.w), x = block - y * static_cast<uint32_t>(p.w);
      int a[8];
      if (active) {
        const uint4 v =
            *reinterpret_cast<const uint4*>(m.coefficients + (static_cast<size_t>(p.first) + block) * 64 + j * 8);
        const uint32_t words[4] = {v.x, v.y, v.z, v.w};
        PENSTOCK_UNROLL
        for (int i = 0; i < 8; ++i) a[i] = static_cast<int16_t>(words[i >> 1] >> 16 * (i & 1));
        if (j == 0) {
          const uint32_t bx = static_cast<uint32_t>(p.x0) + x, by = static_cast<uint32_t>(p.y0) + y;
          const uint32_t column = bx / p.mcu_h, row = by / p.mcu_v;
          const uint32_t in_mcu = p.mcu_first + (by - row * p.mcu_v) * p.mcu_h + bx - column * p.mcu_h;
          a[0] = m.dc[p.first_dc + (row * p.row_mcus + column) * p.mcu_blocks + in_mcu];
        }
        int sum = 0;
        PENSTOCK_UNROLL
        for (int i = 0; i < 8; ++i) sum += a[i] < 0 ? -a[i] : a[i];
        if (sum > kMostColumn) atomicOr(&m.status[image], static_cast<uint32_t>(kRange));
        transform8<11>(a);
        PENSTOCK_UNROLL
        for (uint32_t i = 0; i < 8; ++i) mine[i * kPitch + j] = a[i];
      }
      __syncwarp();
      if (active) {
        PENSTOCK_UNROLL
        for (uint32_t i = 0; i < 8; ++i) a[i] = mine[j * kPitch + i];
        transform8<18>(a);
        uint8_t* to = m.planes + static_cast<size_t>(p.first) * 64 +
                      (static_cast<size_t>(y) * 8 + j) * static_cast<size_t>(p.w) * 8 + x * 8;
        *reinterpret_cast<uint2*>(to) = {four_samples(a), four_samples(a + 4)};
      }
      __syncwarp();
    }
  }
}

// A component's samples, by their position in the whole component.
struct Samples {
  const uint8_t* from;
  int pitch, right, bottom;  // the last column and row that are no padding

  PENSTOCK_HD int at(int x, int y) const {
    x = x < 0 ? 0 : x > right ? right : x;
    y = y < 0 ? 0 : y > bottom ? bottom : y;
    return from[static_cast<int64_t>(y) * pitch + x];
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

// 16 bits behind the point, as libjpeg's tables have.
PENSTOCK_HD Rgb ycbcr_to_rgb(int y, int cb, int cr) {
  cb -= 128;
  cr -= 128;
  return {clamp8(y + ((91881 * cr + 32768) >> 16)), clamp8(y + ((-22554 * cb - 46802 * cr + 32768) >> 16)),
          clamp8(y + ((116130 * cb + 32768) >> 16))};
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

// Pixels [begin, end) of the window, as bytes in shared memory.
struct Tile {
  uint32_t begin, end;
  uint32_t* words;
};

// The most frequent kind of image: YCbCr to RGB as it is stored. A thread makes four pixels, which are three words.
template <JpegUpsampling mode>
__device__ __forceinline__ void color_tile(const JpegImageWork& w, const Samples* s, const Tile& tile) {
  const DecodeWindow& d = w.window;
  const JpegPlane& chroma = w.plane[1];
  const int shift_x = chroma.step_x >> 1, shift_y = chroma.step_y >> 1;  // of 1, 2 or 4
  const uint32_t i = tile.begin + 4 * threadIdx.x;
  if (i >= tile.end) return;
  const uint32_t row = i / static_cast<uint32_t>(d.w);
  int x = static_cast<int>(i - row * static_cast<uint32_t>(d.w)), y = d.y + static_cast<int>(row);
  const int last = d.y + d.h - 1;
  uint32_t pixel[4];
  PENSTOCK_UNROLL
  for (int k = 0; k < 4; ++k) {
    const int px = d.x + x, first = s[0].from[static_cast<int64_t>(y) * s[0].pitch + px];
    int second, third;
    if (mode == JpegUpsampling::box) {
      const int64_t at = static_cast<int64_t>(y >> shift_y) * s[1].pitch + (px >> shift_x);
      second = s[1].from[at];
      third = s[2].from[at];
    } else {
      second = upsampled<mode>(s[1], px, y);
      third = upsampled<mode>(s[2], px, y);
    }
    const Rgb p = ycbcr_to_rgb(first, second, third);
    pixel[k] = static_cast<uint32_t>(p.r | p.g << 8 | p.b << 16);
    // Behind the last pixel of the window this one is made again, and not used.
    if (++x == d.w) {
      x = 0;
      y = y < last ? y + 1 : last;
    }
  }
  uint32_t* to = tile.words + 3 * threadIdx.x;
  to[0] = pixel[0] | pixel[1] << 24;
  to[1] = pixel[1] >> 8 | pixel[2] << 16;
  to[2] = pixel[2] >> 16 | pixel[3] << 8;
}

// Every other kind. Values of more than a byte go to the output at once.
__device__ __forceinline__ void any_tile(const JpegImageWork& w, const Samples* s, const Tile& tile) {
  const DecodeWindow& d = w.window;
  const auto channels = static_cast<uint32_t>(d.channels);
  auto* bytes = reinterpret_cast<uint8_t*>(tile.words);
  for (uint32_t i = tile.begin + threadIdx.x; i < tile.end; i += kJpegThreads) {
    const uint32_t row = i / static_cast<uint32_t>(d.w);
    int x, y;
    stored_pixel(d, d.x + static_cast<int>(i - row * static_cast<uint32_t>(d.w)), d.y + static_cast<int>(row), x, y);
    const Rgb p = pixel_of(w, s, x, y);
    const int values[3] = {d.bgr ? p.b : p.r, p.g, d.bgr ? p.r : p.b};
    for (uint32_t c = 0; c < channels; ++c) {
      if (d.dtype == DType::uint8) {
        bytes[(i - tile.begin) * channels + c] = static_cast<uint8_t>(values[c]);
      } else {
        store_value(d, static_cast<int64_t>(i) * channels + c, values[c]);
      }
    }
  }
}

// Copies the tile's bytes to the output in words, whatever its address.
__device__ __forceinline__ void copy_tile(const DecodeWindow& d, const Tile& tile) {
  const auto channels = static_cast<uint32_t>(d.channels);
  uint8_t* to = static_cast<uint8_t*>(d.to) + static_cast<int64_t>(tile.begin) * channels;
  const auto* bytes = reinterpret_cast<const uint8_t*>(tile.words);
  const uint32_t size = (tile.end - tile.begin) * channels;
  const auto ahead = static_cast<uint32_t>(-reinterpret_cast<uintptr_t>(to) & 3), lead = ahead < size ? ahead : size;
  const uint32_t words = (size - lead) / 4;
  for (uint32_t k = threadIdx.x; k < words; k += kJpegThreads) {
    const uint64_t both = static_cast<uint64_t>(tile.words[k + 1]) << 32 | tile.words[k];
    reinterpret_cast<uint32_t*>(to + lead)[k] = static_cast<uint32_t>(both >> 8 * lead);
  }
  if (threadIdx.x < lead) to[threadIdx.x] = bytes[threadIdx.x];
  const uint32_t rest = lead + 4 * words + threadIdx.x;
  if (threadIdx.x < 4 && rest < size) to[rest] = bytes[rest];
}

// Whether color_tile() makes the image.
__device__ __forceinline__ bool frequent(const JpegImageWork& w) {
  const DecodeWindow& d = w.window;
  const JpegPlane &y = w.plane[0], &b = w.plane[1], &r = w.plane[2];
  return w.color == JpegColor::ycbcr && w.components == 3 && d.orientation <= 1 && d.dtype == DType::uint8 && !d.bgr &&
         y.step_x == 1 && y.step_y == 1 && b.upsampling == r.upsampling && b.step_x == r.step_x &&
         b.step_y == r.step_y && b.step_x != 3 && b.step_y != 3;
}

// One tile of a window at a time.
__global__ void __launch_bounds__(kJpegThreads) pixels_kernel(JpegMemory m, JpegItems items) {
  __shared__ uint32_t words[kPixelTile * 3 / 4 + 1];
  for (uint32_t n = blockIdx.x; n < items.count; n += gridDim.x) {
    const JpegItem item = items.items[n];
    const JpegImageWork& w = m.images[item.of];
    const DecodeWindow& d = w.window;
    if (m.status[item.of]) continue;  // no kernel writes it now, so all threads see the same
    Samples s[kJpegComponents];
    PENSTOCK_UNROLL
    for (int c = 0; c < kJpegComponents; ++c) s[c] = samples_of(m, w.plane[c]);
    const uint32_t total = static_cast<uint32_t>(d.w) * static_cast<uint32_t>(d.h), begin = item.part * kPixelTile;
    const Tile tile = {begin, begin + kPixelTile < total ? begin + kPixelTile : total, words};
    if (!frequent(w)) {
      any_tile(w, s, tile);
    } else if (w.plane[1].upsampling == JpegUpsampling::box) {
      color_tile<JpegUpsampling::box>(w, s, tile);
    } else if (w.plane[1].upsampling == JpegUpsampling::h2v2) {
      color_tile<JpegUpsampling::h2v2>(w, s, tile);
    } else if (w.plane[1].upsampling == JpegUpsampling::h2v1) {
      color_tile<JpegUpsampling::h2v1>(w, s, tile);
    } else {
      color_tile<JpegUpsampling::h1v2>(w, s, tile);
    }
    __syncthreads();
    if (d.dtype == DType::uint8) copy_tile(d, tile);
    __syncthreads();
  }
}

}  // namespace

void write_pixels(const JpegLaunch& l) {
  const dim3 threads(kJpegThreads);
  launch_synced(transform_kernel, l.grid(l.transforms.count), threads, 0, l.stream, l.memory, l.transforms);
  launch_synced(pixels_kernel, l.grid(l.pixels.count), threads, 0, l.stream, l.memory, l.pixels);
}

}  // namespace penstock::gpu
