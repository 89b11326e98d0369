// Both passes of 8-bit RGB images in one kernel, and normalising behind them. A block takes one tile of 8 output rows
// after the other; while it computes one, the input of the next is on its way to shared memory (cp.async), so that the
// memory stays busy. Counted for a window of 150 kpx to 224 x 224 (4 taps a side), per SM and image: the vertical pass
// takes 28k issue slots of 4 and the horizontal one 20k; shared memory is busy for 60k of the 94k cycles that 0.6 of
// an H200's bandwidth leaves. Hence the layouts:
//   vertical    a thread takes 12 bytes (4 pixels) of one row: words at a stride of 3 banks, three 16-byte stores
//   horizontal  a warp takes 8 rows x 4 groups of 4 output pixels: rows start 4 banks apart, so neighbours seldom meet
//               in a bank; 4 weights come with one load, and planes are written 16 bytes at a time
// Sums are float32 with fused multiply-adds; a resized pixel is rounded to 8 bits before it is normalised, as the
// CPU's.
#include "cuda/element.h"
#include "cuda/launch.h"
#include "cuda/resample.h"
#include "ops/resize/tap_rule.h"

namespace penstock::gpu {
namespace {

constexpr int kThreads = 256, kRows = 8;
// Shared memory of a block: four blocks of an SM that has 227 KB, else two, else one.
constexpr int kBudgets[] = {55 << 10, 111 << 10, 226 << 10};
// The larger share is for the two stages, so that the largest of all tiles' stages and rows of floats fit together.
constexpr int stages_share(int budget) { return budget / 100 * 65; }

// --- descriptors ---

struct RgbImage {
  const uint8_t* in;
  void* out;
  int64_t pitch;  // bytes
  AxisPair taps;
  int tile_width;
  int tables;  // bytes of a stage's tables
  bool normalize, planar;
  ops::Line line[3];
};

struct Tile {
  int image, y, x;
};

// Bytes of a stage's tables, of a stage, and of the rows of floats.
struct Sizes {
  int tables, stage, mixed;
};

// --- device helpers ---

// What a tile reads and writes.
struct Place {
  int rows, columns;           // of the output
  int first_row, in_rows;      // of the input
  int first_pixel, bytes;      // of each of these rows
  int raw_pitch, float_pitch;  // in shared memory: bytes of a row as it was, floats of one after the vertical pass
};

PENSTOCK_HD int raw_pitch(int bytes) { return (bytes + 30) & ~15; }  // and what lies before and behind on 16-byte steps
PENSTOCK_HD int float_pitch(int bytes) { return (bytes + 11 + 27) / 32 * 32 + 4; }

__device__ inline Place place_of(const RgbImage& im, const Tile& t) {
  const AxisTaps &y = im.taps.y, &x = im.taps.x;
  Place p;
  p.rows = min(kRows, y.count - t.y);
  p.columns = min(im.tile_width, x.count - t.x);
  // Positions rise or fall along an axis.
  const int top = y.index[t.y], bottom = y.index[t.y + p.rows - 1];
  const int left = x.index[t.x], right = x.index[t.x + p.columns - 1];
  p.first_row = min(top, bottom);
  p.in_rows = max(top, bottom) + y.taps - p.first_row;
  p.first_pixel = min(left, right);
  p.bytes = (max(left, right) + x.taps - p.first_pixel) * 3;
  p.raw_pitch = raw_pitch(p.bytes);
  p.float_pitch = float_pitch(p.bytes);
  return p;
}

// The low bits of the address of row `row`'s first wanted byte.
PENSTOCK_HD uint32_t low_address(const RgbImage& im, const Place& p, int row) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(im.in)) + 3u * p.first_pixel +
         static_cast<uint32_t>(p.first_row + row) * static_cast<uint32_t>(im.pitch);
}

// A stage: x weights [taps][tile_width], x indices, y weights [taps][kRows], y indices, rows of bytes.
struct Stage {
  float* x_weight;
  int* x_index;
  float* y_weight;
  int* y_index;
  uint8_t* raw;

  __device__ Stage(uint8_t* at, const RgbImage& im) {
    x_weight = reinterpret_cast<float*>(at);
    x_index = reinterpret_cast<int*>(x_weight + im.taps.x.taps * im.tile_width);
    y_weight = reinterpret_cast<float*>(x_index + im.tile_width);
    y_index = reinterpret_cast<int*>(y_weight + im.taps.y.taps * kRows);
    raw = at + im.tables;
  }
};

__device__ inline void fetch(const RgbImage& im, const Tile& t, uint8_t* stage) {
  const Place p = place_of(im, t);
  const Stage s(stage, im);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int row = warp; row < p.in_rows; row += kThreads / 32) {
    const int phase = static_cast<int>(low_address(im, p, row) & 15);
    const uint8_t* from = im.in + (p.first_row + row) * im.pitch + p.first_pixel * 3 - phase;
    for (int at = lane * 16; at < phase + p.bytes; at += 32 * 16) {
      copy_async<16>(s.raw + row * p.raw_pitch + at, from + at);
    }
  }
  const AxisTaps &y = im.taps.y, &x = im.taps.x;
  for (int k = warp; k <= x.taps; k += kThreads / 32) {
    const void* from = k < x.taps ? static_cast<const void*>(x.weight + int64_t{k} * x.pitch) : x.index;
    for (int i = lane; i < im.tile_width; i += 32) {
      copy_async<4>(s.x_weight + k * im.tile_width + i, static_cast<const float*>(from) + t.x + min(i, p.columns - 1));
    }
  }
  for (int i = threadIdx.x; i < (y.taps + 1) * kRows; i += kThreads) {
    const int k = i / kRows, row = t.y + min(i % kRows, p.rows - 1);
    copy_async<4>(s.y_weight + i,
                  k < y.taps ? static_cast<const void*>(y.weight + int64_t{k} * y.pitch + row) : y.index + row);
  }
}

__device__ inline void pass_down(const RgbImage& im, const Place& p, const Stage& s, float* mixed) {
  const int groups = (p.bytes + 11) / 12, taps = im.taps.y.taps;
  for (int i = threadIdx.x; i < p.rows * groups; i += kThreads) {
    const int r = i / groups, at = (i - r * groups) * 12, first = s.y_index[r] - p.first_row;
    const uint32_t pitch = static_cast<uint32_t>(im.pitch);
    uint32_t low = low_address(im, p, first);
    int from = first * p.raw_pitch + at;
    float sum[12] = {};
    for (int k = 0; k < taps; ++k, low += pitch, from += p.raw_pitch) {
      const float w = s.y_weight[k * kRows + r];
      uint32_t words[3];
      load_words(s.raw + from + (low & 15), words);
      for (int b = 0; b < 12; ++b) sum[b] = fmaf(w, byte_of(words, b), sum[b]);
    }
    auto* to = reinterpret_cast<Four<float>*>(mixed + r * p.float_pitch + at);
    to[0] = {sum[0], sum[1], sum[2], sum[3]};
    to[1] = {sum[4], sum[5], sum[6], sum[7]};
    to[2] = {sum[8], sum[9], sum[10], sum[11]};
  }
}

template <class Out>
__device__ inline void pass_across(const RgbImage& im, const Tile& t, const Place& p, const Stage& s,
                                   const float* mixed) {
  const AxisTaps &ty = im.taps.y, &tx = im.taps.x;
  const int64_t plane = im.planar ? int64_t{tx.count} * ty.count : 0;
  const int items = (p.columns + 3) / 4 * kRows;
  for (int i = threadIdx.x; i < items; i += kThreads) {
    const int r = i % kRows, x = i / kRows * 4;
    if (r >= p.rows) continue;
    const auto index = *reinterpret_cast<const Four<int>*>(s.x_index + x);
    const int row = r * p.float_pitch - p.first_pixel * 3;
    float sum[3][4] = {};
    for (int k = 0; k < tx.taps; ++k) {
      const auto w = *reinterpret_cast<const Four<float>*>(s.x_weight + k * im.tile_width + x);
      for (int j = 0; j < 4; ++j) {
        const int at = row + (index.v[j] + k) * 3;
        for (int c = 0; c < 3; ++c) sum[c][j] = fmaf(w.v[j], mixed[at + c], sum[c][j]);
      }
    }
    Out v[3][4];
    for (int c = 0; c < 3; ++c) {
      for (int j = 0; j < 4; ++j) {
        const float resized = sum[c][j];
        v[c][j] = from_float<Out>(im.normalize ? on_line(im.line[c], rounded_byte(resized)) : resized);
      }
    }
    const int64_t at = int64_t{t.y + r} * tx.count + t.x + x;
    put_rgb(static_cast<Out*>(im.out) + (im.planar ? at : 3 * at), plane, min(4, p.columns - x), v);
  }
}

// --- kernels ---

template <class Out>
__global__ void __launch_bounds__(kThreads, 4)
    resample_rgb_kernel(const RgbImage* images, const Tile* tiles, int count, int stage) {
  uint8_t* shared = shared_memory<uint8_t>();
  float* mixed = reinterpret_cast<float*>(shared + 2 * stage);
  int turn = 0;
  if (static_cast<int>(blockIdx.x) < count) {
    fetch(images[tiles[blockIdx.x].image], tiles[blockIdx.x], shared);
  }
  for (int t = blockIdx.x; t < count; t += gridDim.x, turn ^= 1) {
    wait_copies();
    __syncthreads();  // this tile is there, and nobody reads the last one any more
    const int next = t + gridDim.x;
    if (next < count) {
      fetch(images[tiles[next].image], tiles[next], shared + (turn ^ 1) * stage);
    }
    const Tile tile = tiles[t];
    const RgbImage& im = images[tile.image];
    const Place p = place_of(im, tile);
    const Stage s(shared + turn * stage, im);
    pass_down(im, p, s, mixed);
    __syncthreads();
    pass_across<Out>(im, tile, p, s, mixed);
  }
}

// --- launchers ---

// Shared memory for tiles of that width; the float32 positions may be off by one.
Sizes sizes_of(const resample::TapRule& y, const resample::TapRule& x, int width) {
  const auto reach = [](const resample::TapRule& r, int places) {
    const double steps = std::ceil(std::fabs(static_cast<double>(r.scale)) * (places - 1));
    return static_cast<int>(std::min<double>(r.in, steps + 2 + r.taps));
  };
  const int64_t bytes = int64_t{3} * reach(x, width);
  const int64_t tables = (4 * ((int64_t{x.taps} + 1) * width + (int64_t{y.taps} + 1) * kRows) + 15) & ~15;
  if (bytes > kBudgets[2] || tables > kBudgets[2]) return {0, kBudgets[2], 0};
  const int line = static_cast<int>(bytes);
  const int64_t stage = tables + int64_t{reach(y, kRows)} * raw_pitch(line) + 16;  // words are read to their end
  return {static_cast<int>(tables), static_cast<int>(std::min<int64_t>(stage, kBudgets[2])),
          4 * kRows * float_pitch(line)};
}

bool fits(const Sizes& s, int budget) {
  return 2 * s.stage <= stages_share(budget) && s.mixed <= budget - stages_share(budget);
}

// The widest tiles, all of about one width, that a budget holds; 0: none.
int tile_width(const resample::TapRule& y, const resample::TapRule& x, int columns, int budget) {
  for (int parts = 1;; ++parts) {
    const int width = ((columns + parts - 1) / parts + 3) & ~3;
    if (fits(sizes_of(y, x, width), budget)) return width;
    if (width <= 16) return 0;
  }
}

int multiprocessors() {
#ifdef __CUDACC__
  int device = 0, count = 0;
  check(cudaGetDevice(&device), "asking for the GPU");
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device), "asking for its multiprocessors");
  return count;
#else
  return 1;
#endif
}

struct Launch {
  std::vector<RgbImage> images;
  std::vector<Tile> tiles;
  int stage = 0, mixed = 0;  // the largest of them

  template <class Out>
  void run(Context& ctx, int per_multiprocessor) const {
    const int count = static_cast<int>(tiles.size()), blocks = std::min(count, per_multiprocessor * multiprocessors());
    launch_synced(resample_rgb_kernel<Out>, dim3(blocks), dim3(kThreads), 2 * stage + mixed, ctx.stream(),
                  ctx.upload(images), ctx.upload(tiles), count, stage);
  }
};

}  // namespace

bool takes_rgb(const Resample& item) {
  const ops::ResizeState& s = *item.state;
  if (item.in.dtype != DType::uint8 || s.layout.spatial != 2 || s.layout.channels != 3 || s.layout.outer != 1)
    return false;
  if (item.in.shape.volume() > INT32_MAX || item.out.shape.volume() > INT32_MAX) return false;
  const resample::TapRule y = tap_rule(s.axis[0]), x = tap_rule(s.axis[1]);
  return tile_width(y, x, static_cast<int>(s.part[1].count), kBudgets[2]) > 0;
}

void resample_rgb(Context& ctx, const std::vector<const Resample*>& items, const std::vector<AxisPair>& taps) {
  Launch launches[3];
  for (size_t i = 0; i < items.size(); ++i) {
    const Resample& item = *items[i];
    const resample::TapRule y = tap_rule(item.state->axis[0]), x = tap_rule(item.state->axis[1]);
    int width = 0, n = 0;
    while (!(width = tile_width(y, x, taps[i].x.count, kBudgets[n]))) ++n;
    Launch& l = launches[n];
    const Sizes sizes = sizes_of(y, x, width);
    l.stage = std::max(l.stage, sizes.stage);
    l.mixed = std::max(l.mixed, sizes.mixed);
    for (int row = 0; row < taps[i].y.count; row += kRows) {
      for (int column = 0; column < taps[i].x.count; column += width) {
        l.tiles.push_back({static_cast<int>(l.images.size()), row, column});
      }
    }
    RgbImage im = {};
    im.in = item.in.as<const uint8_t>();
    im.out = item.out.data;
    im.pitch = item.state->axis[1].in * 3;
    im.taps = taps[i];
    im.tile_width = width;
    im.tables = sizes.tables;
    im.normalize = item.normalize;
    im.planar = item.planar;
    for (int c = 0; c < 3; ++c) im.line[c] = item.line[c];
    l.images.push_back(im);
  }
  for (int n = 0; n < 3; ++n) {
    if (launches[n].tiles.empty()) continue;
    const int blocks = n == 0 ? 4 : n == 1 ? 2 : 1;
    switch (items[0]->out.dtype) {
      case DType::uint8: launches[n].run<uint8_t>(ctx, blocks); break;
      case DType::float16: launches[n].run<Half>(ctx, blocks); break;
      default: launches[n].run<float>(ctx, blocks);
    }
  }
}

}  // namespace penstock::gpu
