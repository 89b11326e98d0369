// Resizes 8-bit RGB images with both passes in one kernel, and optionally normalises the result. A block computes one
// tile of 8 output rows after the other; meanwhile the input of the next tile is copied to shared memory, so that the
// device memory stays busy. Layouts and arithmetic follow from counting cycles: at 0.6 of an H200's bandwidth an SM has
// 94k cycles per image (a window of 150 kpx to 224 x 224 float32, 4 taps a side). Instructions take 64k cycles and
// shared memory 63k, divided as follows (instructions, shared memory):
//   vertical    29k, 24k. A thread takes 12 bytes (4 pixels) of one row: words at a stride of 3 banks. Two rows at a
//               time, in 16-bit weights and exact 32-bit sums (dp2a: two products an instruction)
//   between     pixels as 16-bit floats around 0, 8 bytes each: half of the loads and stores of float32, and tiles
//               half as wide as the image instead of a third, of which there are fewer
//   horizontal  22k, 34k, two channels an instruction. A warp takes 8 rows x 4 groups of 4 output pixels: rows start
//               4 banks apart, so neighbours seldom meet in a bank; planes are written 16 bytes at a time
//   the rest    13k, 5k. One thread finds out where the tile after the next lies; one warp fetches the next
// Results are as accurate as with the CPU's 16-bit weights. A resized pixel is rounded to 8 bits before it is
// normalised, as on the CPU.
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/resample/resample_tile_gpu.h"
#include "kernels/resample/tap_rule.h"

namespace penstock::gpu {
namespace {

constexpr int kPlaces = 512;  // bytes of shared memory for the tiles' places and the barriers
// Taps of a row that are summed in 16-bit floats before the sum is added to a float32. This keeps the total error below
// a quarter of a unit, for any number of taps.
constexpr int kHalfTaps = 8;
// The choices of blocks per SM, and the shared memory of each block; see budget(). An SM has 227 KB of shared memory,
// and its blocks together have 1024 threads. Four blocks hide each other's memory latency best. Large windows, however,
// leave them tiles so narrow that most warps are idle in the horizontal pass, so tiles should have kWide columns.
constexpr int kBlocks[] = {4, 2, 1}, kBudgets[] = {55 << 10, 111 << 10, 226 << 10}, kMax = kBudgets[2];
constexpr int kMaxThreads = 1024, kWide = 48;
// The bytes of a budget that the two stages may use; the rest is for the rows of sums.
constexpr int stages_share(int budget) { return budget / 100 * 66; }

// --- device helpers ---

// sum + low half of `weights` * byte 2 * kHalf of `bytes` + high half * byte 2 * kHalf + 1.
template <int kHalf>
PENSTOCK_HD int dot_pair(uint32_t weights, uint32_t bytes, int sum) {
#ifdef __CUDA_ARCH__
  if constexpr (kHalf == 0) {
    asm("dp2a.lo.s32.u32 %0, %1, %2, %0;" : "+r"(sum) : "r"(weights), "r"(bytes));
  } else {
    asm("dp2a.hi.s32.u32 %0, %1, %2, %0;" : "+r"(sum) : "r"(weights), "r"(bytes));
  }
  return sum;
#else
  bytes >>= 16 * kHalf;
  return sum + static_cast<int16_t>(weights) * static_cast<int>(bytes & 255) +
         static_cast<int16_t>(weights >> 16) * static_cast<int>(bytes >> 8 & 255);
#endif
}
// Interleaves bytes 2 * kHalf and 2 * kHalf + 1 of a and b.
template <int kHalf>
PENSTOCK_HD uint32_t zip(uint32_t a, uint32_t b) {
#ifdef __CUDA_ARCH__
  return __byte_perm(a, b, kHalf ? 0x7362 : 0x5140);
#else
  a >>= 16 * kHalf;
  b >>= 16 * kHalf;
  return (a & 255) | (b & 255) << 8 | (a & 0xff00) << 8 | (b & 0xff00) << 16;
#endif
}

// Selects one of two values by four selections; with a branch, the stores of both sides would be executed.
PENSTOCK_HD PixelPair choose(bool first, const PixelPair& a, const PixelPair& b) {
  const auto one = [&](const Pixel& u, const Pixel& v) { return Pixel{first ? u.rg : v.rg, first ? u.b : v.b}; };
  return {one(a.left, b.left), one(a.right, b.right)};
}

// Loads the 12 bytes from a row's byte `at`, a multiple of 4, as three words; reads four aligned words.
PENSTOCK_HD void load_row(const uint8_t* raw, const RowStart& start, int at, uint32_t (&out)[3]) {
  const auto* from = reinterpret_cast<const uint32_t*>(raw + start.at + at);
  const uint32_t w[4] = {from[0], from[1], from[2], from[3]};
  for (int n = 0; n < 3; ++n) {
    out[n] = static_cast<uint32_t>((static_cast<uint64_t>(w[n + 1]) << 32 | w[n]) >> start.shift);
  }
}

// The bits of the float 1.5 * 2^23, whose last bits count integers from -2^22 on. An integer sum that starts at these
// bits is therefore a float without a conversion (make_pairs() keeps sums below 2^22).
constexpr int kWholeBits = 0x4b400000;
constexpr float kWhole = 12582912.0f;
// Subtracted between the passes, so that values lie around 0, where 16-bit floats are most precise.
constexpr float kMiddle = 128;

__device__ inline void pass_down(const Place& p, const Stage& s, Pixel* mixed) {
  const int groups = (p.bytes + 11) / 12, items = p.rows * groups, pairs = pairs_of(p.image->taps.y.taps);
  const int pitch = p.mixed_pitch, first_row = p.first_row;
  const uint32_t share = p.group_share;
  for (int i = threadIdx.x; i < items; i += static_cast<int>(blockDim.x)) {
    const int r = static_cast<int>(i * share >> 24), group = i - r * groups, at = group * 12;
    const RowStart* start = s.start + (s.y_index[r] - first_row);
    const uint32_t* pair = s.y_pair + r;
    const uint32_t* end = pair + pairs * kRows;
    int sum[12];
    for (int& v : sum) v = kWholeBits;
    do {  // there is at least one pair
      const uint32_t w = *pair;
      uint32_t a[3], b[3];
      load_row(s.raw, start[0], at, a);
      load_row(s.raw, start[1], at, b);
      for (int n = 0; n < 3; ++n) {
        const uint32_t front = zip<0>(a[n], b[n]), back = zip<1>(a[n], b[n]);
        sum[4 * n] = dot_pair<0>(w, front, sum[4 * n]);
        sum[4 * n + 1] = dot_pair<1>(w, front, sum[4 * n + 1]);
        sum[4 * n + 2] = dot_pair<0>(w, back, sum[4 * n + 2]);
        sum[4 * n + 3] = dot_pair<1>(w, back, sum[4 * n + 3]);
      }
      start += 2;
      pair += kRows;
    } while (pair < end);
    const float unit = s.y_scale[r], rest = fmaf(-kWhole, unit, -kMiddle);  // exact: the unit is a power of 2
    Pixel pixel[4];
    for (int n = 0; n < 4; ++n) {
      float v[3];
      for (int c = 0; c < 3; ++c) v[c] = fmaf(bits_as_float(sum[3 * n + c]), unit, rest);
      pixel[n] = {half_pair(v[0], v[1]), half_pair(v[2], 0)};
    }
    // Threads are 32 bytes apart, so threads 0 and 4 would access the same bank. Every other group of four threads
    // therefore stores its second 16 bytes first.
    auto* to = reinterpret_cast<PixelPair*>(mixed + r * pitch + group * 4);
    const int turned = i >> 2 & 1;
    const PixelPair front = {pixel[0], pixel[1]}, back = {pixel[2], pixel[3]};
    to[turned] = choose(turned, back, front);
    to[turned ^ 1] = choose(turned, front, back);
  }
}

// 2^23 + the byte nearest to v + kMiddle. Adding slightly more than a half makes ties round up.
PENSTOCK_HD float nearest_byte(float v) {
  constexpr float kUnit = 1.0f / 255, kRest = (kMiddle + 0.50003f) / 255;
#ifdef __CUDA_ARCH__
  return __fmaf_rd(__saturatef(fmaf(v, kUnit, kRest)), 255.0f, 8388608.0f);
#else
  const float share = v * kUnit + kRest;
  return std::floor((share < 0 ? 0 : share > 1 ? 1 : share) * 255.0f) + 8388608.0f;
#endif
}

template <class Out>
__device__ inline void pass_across(const Place& p, const Stage& s, const Pixel* mixed) {
  const RgbImage& im = *p.image;
  const int columns = p.columns, taps = im.taps.x.taps, tile_width = im.tile_width;
  const int items = (columns + 3) / 4 * kRows;
  const int r = threadIdx.x % kRows;  // a thread's row is the same for all of its items
  if (r >= p.rows) return;
  // 32 bits are enough: see takes_rgb().
  const int plane = im.planar ? im.taps.x.count * im.taps.y.count : 0, step = plane ? 1 : 3;
  Out* out = static_cast<Out*>(im.out) + ((p.y + r) * im.taps.x.count + p.x) * step;
  const Pixel* row = mixed + r * p.mixed_pitch - p.first_pixel;
  for (int i = threadIdx.x; i < items; i += static_cast<int>(blockDim.x)) {
    const int x = i / kRows * 4;
    const auto index = *reinterpret_cast<const Four<int>*>(s.x_index + x);
    const Pixel* from[4];
    for (int j = 0; j < 4; ++j) from[j] = row + index.v[j];
    const uint32_t* weight = s.x_pair + x;
    float sum[3][4];
    // Sums at most kHalfTaps taps. `add`: adds them to the earlier sum. The first taps do without, because most filters
    // have no more taps.
    const auto some_taps = [&](int count, bool add) {
      uint32_t rg[4] = {}, b[4] = {};
      for (; count > 0; --count) {
        const auto w = *reinterpret_cast<const Four<uint32_t>*>(weight);
        for (int j = 0; j < 4; ++j) {
          const Pixel pixel = *from[j]++;
          rg[j] = fma_pair(w.v[j], pixel.rg, rg[j]);
          b[j] = fma_pair(w.v[j], pixel.b, b[j]);
        }
        weight += tile_width;
      }
      for (int j = 0; j < 4; ++j) {
        sum[0][j] = half_of<0>(rg[j]) + (add ? sum[0][j] : 0);
        sum[1][j] = half_of<1>(rg[j]) + (add ? sum[1][j] : 0);
        sum[2][j] = half_of<0>(b[j]) + (add ? sum[2][j] : 0);
      }
    };
    some_taps(min(taps, kHalfTaps), false);
    for (int left = taps - kHalfTaps; left > 0; left -= kHalfTaps) some_taps(min(left, kHalfTaps), true);
    const Four<float> slope = p.slope, rest = p.rest;
    Out v[3][4];
    for (int c = 0; c < 3; ++c) {
      for (int j = 0; j < 4; ++j) {
        const float byte = nearest_byte(sum[c][j]);
        if constexpr (std::is_same_v<Out, uint8_t>) {
          v[c][j] = static_cast<uint8_t>(float_as_bits(byte));  // takes the last bits, because a conversion is slow
        } else {
          v[c][j] = from_float<Out>(fmaf(byte - 8388608.0f, slope.v[c], rest.v[c]));
        }
      }
    }
    put_rgb(out + x * step, plane, min(4, columns - x), v);
  }
}

// --- kernels ---

template <class Out>
__global__ void __launch_bounds__(kMaxThreads, 1)
    resample_rgb_kernel(const RgbImage* images, const int* image_of, int count, int stage) {
  uint8_t* shared = shared_memory<uint8_t>();
  Place* places = reinterpret_cast<Place*>(shared);  // of this tile, the next, and the one after that
  uint64_t* arrived = reinterpret_cast<uint64_t*>(shared + kPlaces - 16);  // a barrier per stage
  uint8_t* stages = shared + kPlaces;
  Pixel* mixed = reinterpret_cast<Pixel*>(stages + 2 * stage);
  int t = blockIdx.x;
  const int step = gridDim.x;
  if (threadIdx.x < 2 && t + static_cast<int>(threadIdx.x) * step < count) {
    places[threadIdx.x] = place_of(images, image_of, t + threadIdx.x * step);
  }
  start_waiting(arrived);
  __syncthreads();
  if (t < count) fetch(places[0], stages, arrived);
  for (int turn = 0, n = 0; t < count; t += step, ++turn) {
    const int now = turn & 1, next = n == 2 ? 0 : n + 1;
    wait_for(arrived + now, turn / 2);
    __syncthreads();  // this tile's input has arrived, and no thread uses the last tile's memory any more
    if (t + step < count) fetch(places[next], stages + (now ^ 1) * stage, arrived + (now ^ 1));
    if (threadIdx.x == blockDim.x - 64 && t + 2 * step < count) {
      places[3 - n - next] = place_of(images, image_of, t + 2 * step);
    }
    const Place& p = places[n];
    const Stage s(stages + now * stage, *p.image);
    pass_down(p, s, mixed);
    __syncthreads();
    pass_across<Out>(p, s, mixed);
    n = next;
  }
}

// --- launchers ---

// Sizes in bytes: a stage's tables, a whole stage, and the rows of sums.
struct Sizes {
  int tables, stage, mixed;
};

// The shared memory for tiles of a width, with a reserve because float32 positions may be off by one.
Sizes sizes_of(const resample::TapRule& y, const resample::TapRule& x, int width) {
  const auto reach = [](const resample::TapRule& r, int places) {
    const double steps = std::ceil(std::fabs(static_cast<double>(r.scale)) * (places - 1));
    return static_cast<int>(std::min<double>(r.in, steps + 2 + r.taps));
  };
  const int64_t bytes = int64_t{3} * reach(x, width);
  const int rows = reach(y, kRows);
  const int64_t tables = (4 * ((int64_t{x.taps} + 1) * width + (int64_t{pairs_of(y.taps)} + 2) * kRows) +
                          int64_t{sizeof(RowStart)} * (rows + 1) + 15) &
                         ~15;
  if (bytes > kMax || tables > kMax) return {0, kMax, 0};
  const int line = static_cast<int>(bytes);
  const int64_t stage = tables + int64_t{rows} * raw_pitch(line) + 16;  // the last word is read whole
  return {static_cast<int>(tables), static_cast<int>(std::min<int64_t>(stage, kMax)),
          static_cast<int>(sizeof(Pixel)) * kRows * mixed_pitch(line)};
}

bool fits(const Sizes& s, int budget) {
  return 2 * s.stage <= stages_share(budget) && kPlaces + s.mixed <= budget - stages_share(budget);
}

// The greatest tile width for which the budget suffices, with tiles of about equal width; 0: no width fits.
int tile_width(const resample::TapRule& y, const resample::TapRule& x, int columns, int budget) {
  for (int parts = 1;; ++parts) {
    const int width = ((columns + parts - 1) / parts + 3) & ~3;
    if (fits(sizes_of(y, x, width), budget)) return width;
    if (width <= 16) return 0;
  }
}

// Limits of the GPU that the calling thread uses.
struct Limits {
  int multiprocessors = 1, shared = kMax;
};
const Limits& limits() {
  thread_local Limits known;
#ifdef __CUDACC__
  thread_local int known_of = -1;
  int device = 0;
  check(cudaGetDevice(&device), "asking for the GPU");
  if (device != known_of) {
    check(cudaDeviceGetAttribute(&known.multiprocessors, cudaDevAttrMultiProcessorCount, device), "asking the GPU");
    check(cudaDeviceGetAttribute(&known.shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "asking the GPU");
    known_of = device;
  }
#endif
  return known;
}
int budget(int n) { return std::min(kBudgets[n], limits().shared); }

template <class Out>
void launch_rgb(Context& ctx, int blocks, int threads, size_t shared, const RgbImage* images, const int* image_of,
                int tiles, int stage) {
  launch_synced(resample_rgb_kernel<Out>, dim3(blocks), dim3(threads), shared, ctx.stream(), images, image_of, tiles,
                stage);
}

}  // namespace

bool takes_rgb(const Resample& item) {
  const ops::ResizeState& s = *item.state;
  if (s.match.given() || (item.out.dtype != DType::uint8 && !item.normalize)) return false;
  if (item.in.dtype != DType::uint8 || s.layout.spatial != 2 || s.layout.channels != 3 || s.layout.outer != 1)
    return false;
  if (item.in.shape.volume() > INT32_MAX || item.out.shape.volume() > INT32_MAX) return false;
  const resample::TapRule y = tap_rule(s.axis[0]), x = tap_rule(s.axis[1]);
  return tile_width(y, x, static_cast<int>(s.part[1].count), budget(2)) > 0;
}

RgbPlan::RgbPlan(const std::vector<const Resample*>& items, const std::vector<AxisPair>& taps, Descriptors& to) {
  std::vector<RgbImage> images[3];
  std::vector<int> image_of[3];  // the image of each tile
  for (size_t i = 0; i < items.size(); ++i) {
    const Resample& item = *items[i];
    dtype_ = item.out.dtype;
    const resample::TapRule y = tap_rule(item.state->axis[0]), x = tap_rule(item.state->axis[1]);
    int width = 0, n = 0;
    while ((width = tile_width(y, x, taps[i].x.count, budget(n))) < std::min(kWide, taps[i].x.count) && n < 2) ++n;
    const Sizes sizes = sizes_of(y, x, width);
    launches_[n].stage = std::max(launches_[n].stage, sizes.stage);
    launches_[n].mixed = std::max(launches_[n].mixed, sizes.mixed);
    RgbImage im = {};
    im.in = item.in.as<const uint8_t>();
    im.out = item.out.data;
    im.pitch = item.state->axis[1].in * 3;
    im.taps = taps[i];
    im.tile_width = width;
    im.tiles_across = (taps[i].x.count + width - 1) / width;
    im.first_tile = static_cast<int>(image_of[n].size());
    im.tables = sizes.tables;
    im.planar = item.planar;
    for (int c = 0; c < 3; ++c) im.line[c] = item.line[c];
    const int tiles = im.tiles_across * ((taps[i].y.count + kRows - 1) / kRows);
    image_of[n].insert(image_of[n].end(), tiles, static_cast<int>(images[n].size()));
    images[n].push_back(im);
  }
  for (int n = 0; n < 3; ++n) {
    launches_[n].tiles = static_cast<int>(image_of[n].size());
    if (!launches_[n].tiles) continue;
    launches_[n].images = to.add(images[n]);
    launches_[n].image_of = to.add(image_of[n]);
  }
}

void RgbPlan::run(Context& ctx, const Descriptors& d) const {
  for (int n = 0; n < 3; ++n) {
    const Launch& l = launches_[n];
    if (!l.tiles) continue;
    const int blocks = std::min(l.tiles, kBlocks[n] * limits().multiprocessors);
    const int threads = kMaxThreads / kBlocks[n];
    const size_t shared = kPlaces + 2 * static_cast<size_t>(l.stage) + l.mixed;
    const auto* images = d.get<RgbImage>(l.images);
    const auto* image_of = d.get<int>(l.image_of);
    if (dtype_ == DType::uint8) {
      launch_rgb<uint8_t>(ctx, blocks, threads, shared, images, image_of, l.tiles, l.stage);
    } else if (dtype_ == DType::float16) {
      launch_rgb<Half>(ctx, blocks, threads, shared, images, image_of, l.tiles, l.stage);
    } else {
      launch_rgb<float>(ctx, blocks, threads, shared, images, image_of, l.tiles, l.stage);
    }
  }
}

}  // namespace penstock::gpu
