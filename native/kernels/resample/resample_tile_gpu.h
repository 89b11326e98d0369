// A tile of the kernel for 8-bit RGB (resample_rgb_gpu.cu): 8 rows of the output, and as many columns as shared memory
// can hold the input of. This file has a tile's position, the layout of its input in shared memory, and the copy to
// there.
#pragma once
#include "gpu_plugin/async_copy.h"
#include "gpu_plugin/element.h"
#include "kernels/resample/resample_gpu.h"

namespace penstock::gpu {

inline constexpr int kRows = 8;  // rows of a tile

// One image of a launch; its tiles are numbered from `first_tile` on, row by row.
struct RgbImage {
  const uint8_t* in;
  void* out;
  int64_t pitch;  // bytes
  AxisPair taps;
  int tile_width, tiles_across, first_tile;
  int tables;  // bytes of a stage's tables of taps
  bool planar;
  ops::Line line[3];
};

// A pixel between the passes, in 16-bit floats: one 8-byte load for three channels, and two multiply-adds. (Three
// float32 would take three loads, with more bank conflicts, and three multiply-adds.)
struct alignas(8) Pixel {
  uint32_t rg, b;
};
struct alignas(16) PixelPair {
  Pixel left, right;
};

// What a tile reads and writes, and the properties of its image that all threads need. It lies in shared memory.
struct Place {
  Four<float> slope, rest;  // on_line() with the roundings of one multiply-add: these values may be a whole unit off
  const RgbImage* image;
  const uint8_t* from;         // the first row's first wanted byte
  int y, x, rows, columns;     // of the output
  int first_row, in_rows;      // of the input
  int first_pixel, bytes;      // first pixel and bytes of each of these rows
  int raw_pitch, mixed_pitch;  // in shared memory: bytes of an input row, pixels of a row after the vertical pass
  uint32_t group_share;        // slightly more than 2^24 / (groups of 4 pixels in a row): divides by multiplication
};

PENSTOCK_HD int raw_pitch(int bytes) { return (bytes + 30) & ~15; }  // extended at both ends to 16-byte boundaries
// Pixels of a row, rounded up to groups of four, such that consecutive rows are 4 banks apart.
PENSTOCK_HD int mixed_pitch(int bytes) { return ((bytes + 11) / 12 * 4 + 13) / 16 * 16 + 2; }

__device__ inline Place place_of(const RgbImage* images, const int* image_of, int tile) {
  const RgbImage& im = images[image_of[tile]];
  const AxisTaps &y = im.taps.y, &x = im.taps.x;
  Place p;
  p.image = &im;
  for (int c = 0; c < 3; ++c) {
    p.slope.v[c] = im.line[c].slope;
    p.rest.v[c] = fmaf(-im.line[c].zero, im.line[c].slope, im.line[c].rest);
  }
  const int place = tile - im.first_tile, down = place / im.tiles_across;
  p.y = down * kRows;
  p.x = (place - down * im.tiles_across) * im.tile_width;
  p.rows = min(kRows, y.count - p.y);
  p.columns = min(im.tile_width, x.count - p.x);
  // Positions rise or fall along an axis.
  const int top = y.index[p.y], bottom = y.index[p.y + p.rows - 1];
  const int left = x.index[p.x], right = x.index[p.x + p.columns - 1];
  p.first_row = min(top, bottom);
  p.in_rows = max(top, bottom) + y.taps - p.first_row;
  p.first_pixel = min(left, right);
  p.bytes = (max(left, right) + x.taps - p.first_pixel) * 3;
  p.raw_pitch = raw_pitch(p.bytes);
  p.mixed_pitch = mixed_pitch(p.bytes);
  p.group_share = (1u << 24) / static_cast<uint32_t>((p.bytes + 11) / 12) + 1;
  p.from = im.in + p.first_row * im.pitch + p.first_pixel * 3;
  return p;
}

// The start of a row of bytes in a stage: an offset that is a multiple of 4, and the bits to shift words by from there.
struct alignas(8) RowStart {
  int at, shift;
};

// A stage: x weights (both halves) [taps][tile_width], x indices, y weights (pairs) [pairs][kRows], y scales, y
// indices, starts of rows, rows of bytes.
struct Stage {
  uint32_t* x_pair;
  int* x_index;
  uint32_t* y_pair;
  float* y_scale;
  int* y_index;
  RowStart* start;  // one entry more than there are rows
  uint8_t* raw;

  __device__ Stage(uint8_t* at, const RgbImage& im) {
    x_pair = reinterpret_cast<uint32_t*>(at);
    x_index = reinterpret_cast<int*>(x_pair + im.taps.x.taps * im.tile_width);
    y_pair = reinterpret_cast<uint32_t*>(x_index + im.tile_width);
    y_scale = reinterpret_cast<float*>(y_pair + pairs_of(im.taps.y.taps) * kRows);
    y_index = reinterpret_cast<int*>(y_scale + kRows);
    start = reinterpret_cast<RowStart*>(y_index + kRows);
    raw = at + im.tables;
  }
};

__device__ inline void put_start(const Place& p, const Stage& s, int row, int phase) {
  const RowStart start = {row * p.raw_pitch + (phase & ~3), (phase & 3) * 8};
  s.start[row] = start;
  // With an odd number of taps, one more row is read, whose weight is 0.
  if (row == p.in_rows - 1) s.start[row + 1] = start;
}
__device__ inline const uint8_t* row_of(const Place& p, int row, int& phase) {
  const uint8_t* from = p.from + row * p.image->pitch;
  phase = static_cast<int>(reinterpret_cast<uintptr_t>(from) & 15);
  return from - phase;
}
__device__ inline const void* y_table(const AxisTaps& y, int k) {
  const int pairs = pairs_of(y.taps);
  return k < pairs    ? static_cast<const void*>(y.pair + int64_t{k} * y.pitch)
         : k == pairs ? static_cast<const void*>(y.scale)
                      : y.index;
}
__device__ inline const void* x_table(const AxisTaps& x, int k) {
  return k < x.taps ? static_cast<const void*>(x.pair + int64_t{k} * x.pitch) : x.index;
}

#ifdef PENSTOCK_BULK_COPIES

// The last warp, which has the least work in the passes, requests all copies; every lane announces the bytes that it
// requests to the barrier. Tables are padded to multiples of four (make_taps). Loops are not unrolled, because most of
// them run once.
__device__ inline void fetch(const Place& p, uint8_t* stage, uint64_t* arrived) {
  if (threadIdx.x < blockDim.x - 32) return;
  const RgbImage& im = *p.image;
  const Stage s(stage, im);
  const AxisTaps &y = im.taps.y, &x = im.taps.x;
  const int lane = threadIdx.x % 32, y_tables = pairs_of(y.taps) + 2;
  const int x_bytes = (p.columns + 3) / 4 * 16, y_bytes = (p.rows + 3) / 4 * 16;
  int phase, expected = 0;
#pragma unroll 1
  for (int row = lane; row < p.in_rows; row += 32) {
    row_of(p, row, phase);
    expected += (phase + p.bytes + 15) & ~15;
  }
#pragma unroll 1
  for (int k = lane; k <= x.taps; k += 32) expected += x_bytes;
#pragma unroll 1
  for (int k = lane; k < y_tables; k += 32) expected += y_bytes;
  barrier_expect(arrived, expected);
#pragma unroll 1
  for (int row = lane; row < p.in_rows; row += 32) {
    const uint8_t* from = row_of(p, row, phase);
    copy_bulk(s.raw + row * p.raw_pitch, from, (phase + p.bytes + 15) & ~15, arrived);
    put_start(p, s, row, phase);
  }
#pragma unroll 1
  for (int k = lane; k <= x.taps; k += 32) {
    copy_bulk(s.x_pair + k * im.tile_width, static_cast<const float*>(x_table(x, k)) + p.x, x_bytes, arrived);
  }
#pragma unroll 1
  for (int k = lane; k < y_tables; k += 32) {
    copy_bulk(s.y_pair + k * kRows, static_cast<const float*>(y_table(y, k)) + p.y, y_bytes, arrived);
  }
}
__device__ inline void start_waiting(uint64_t* arrived) {
  if (threadIdx.x == 0) {
    barrier_init(arrived, 32);
    barrier_init(arrived + 1, 32);
    barriers_ready();
  }
}
__device__ inline void wait_for(uint64_t* arrived, int turn) { barrier_wait(arrived, turn); }

#else

__device__ inline void fetch(const Place& p, uint8_t* stage, uint64_t*) {
  const RgbImage& im = *p.image;
  const Stage s(stage, im);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  for (int row = warp; row < p.in_rows; row += warps) {
    int phase;
    const uint8_t* from = row_of(p, row, phase);
    if (lane == 0) put_start(p, s, row, phase);
    for (int at = lane * 16; at < phase + p.bytes; at += 32 * 16) {
      copy_async<16>(s.raw + row * p.raw_pitch + at, from + at);
    }
  }
  const AxisTaps &y = im.taps.y, &x = im.taps.x;
  for (int k = warp; k <= x.taps; k += warps) {
    const auto* from = static_cast<const float*>(x_table(x, k)) + p.x;
    for (int i = lane; i < (p.columns + 3) / 4 * 4; i += 32) copy_async<4>(s.x_pair + k * im.tile_width + i, from + i);
  }
  for (int i = threadIdx.x; i < (pairs_of(y.taps) + 2) * kRows; i += static_cast<int>(blockDim.x)) {
    const int row = min(i % kRows, p.rows - 1);
    copy_async<4>(s.y_pair + i, static_cast<const float*>(y_table(y, i / kRows)) + p.y + row);
  }
}
__device__ inline void start_waiting(uint64_t*) {}
__device__ inline void wait_for(uint64_t*, int) { wait_copies(); }

#endif

}  // namespace penstock::gpu
