// jpegCompressionDistortion on a GPU, with the bytes of libjpeg-turbo: a kernel that takes each 16 x 16 pixels through
// the transforms, to samples in scratch memory, and one that interpolates colours between those.
#include <vector>

#include "gpu_plugin/jpeg/jpeg_arithmetic.h"
#include "gpu_plugin/launch.h"
#include "ops/jpeg_compression_distortion/jpeg_compression_distortion.h"
#include "ops/jpeg_compression_distortion/quantisation.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kSide = 8, kBlocks = 6;  // of a block; of an MCU: four of luma, two of chroma
constexpr int kEach = 64, kMcus = 4;   // threads for an MCU, and MCUs of a thread block
constexpr int kPitch = 9;              // of a block's rows in shared memory
constexpr int kPixelThreads = 256;

struct Frame {
  const uint8_t* from;
  uint8_t* to;
  uint8_t* planes;  // luma, then both of chroma, padded to whole MCUs
  int width, height, mcus_x, mcus_y;
  int table;  // in the list of tables

  PENSTOCK_HD int chroma_width() const { return (width + 1) / 2; }
  PENSTOCK_HD int chroma_height() const { return (height + 1) / 2; }
  PENSTOCK_HD int luma_pitch() const { return mcus_x * 2 * kSide; }
  PENSTOCK_HD int chroma_pitch() const { return mcus_x * kSide; }
  PENSTOCK_HD uint8_t* plane(int component) const {
    const int64_t luma = int64_t{256} * mcus_x * mcus_y;
    return planes + (component ? luma + (component - 1) * (luma / 4) : 0);
  }
};

// --- device helpers ---

struct Ycc {
  int y, cb, cr;
};

// T.871 with 16 bits behind the point, as libjpeg's tables have it.
PENSTOCK_HD Ycc ycc_of(const uint8_t* p) {
  const int r = p[0], g = p[1], b = p[2];
  constexpr int kCentre = (128 << 16) + 32767;
  return {(19595 * r + 38470 * g + 7471 * b + 32768) >> 16, (-11059 * r - 21709 * g + 32768 * b + kCentre) >> 16,
          (32768 * r - 27439 * g - 5329 * b + kCentre) >> 16};
}

// A pass of libjpeg's accurate integer forward transform ("islow"), along a row (`first`), then along a column. The
// result has 8 times the scale of T.81's coefficients. By the same paper as the inverse one.
template <bool first>
PENSTOCK_HD void forward8(int* a) {
  constexpr int shift = first ? 11 : 15, round = 1 << (shift - 1);
  const int s0 = a[0] + a[7], d0 = a[0] - a[7], s1 = a[1] + a[6], d1 = a[1] - a[6];
  const int s2 = a[2] + a[5], d2 = a[2] - a[5], s3 = a[3] + a[4], d3 = a[3] - a[4];
  const int e0 = s0 + s3, e3 = s0 - s3, e1 = s1 + s2, e2 = s1 - s2;
  const int turned = (e2 + e3) * 4433;
  a[0] = first ? (e0 + e1) * 4 : (e0 + e1 + 2) >> 2;
  a[4] = first ? (e0 - e1) * 4 : (e0 - e1 + 2) >> 2;
  a[2] = (turned + e3 * 6270 + round) >> shift;
  a[6] = (turned - e2 * 15137 + round) >> shift;
  const int z5 = (d3 + d1 + d2 + d0) * 9633;
  const int z1 = (d3 + d0) * -7373, z2 = (d2 + d1) * -20995;
  const int z3 = (d3 + d1) * -16069 + z5, z4 = (d2 + d0) * -3196 + z5;
  a[7] = (d3 * 2446 + z1 + z3 + round) >> shift;
  a[5] = (d2 * 16819 + z2 + z4 + round) >> shift;
  a[3] = (d1 * 25172 + z2 + z3 + round) >> shift;
  a[1] = (d0 * 12299 + z1 + z4 + round) >> shift;
}

// What becomes of a coefficient: divided by its step, rounded half away from zero, and multiplied again.
PENSTOCK_HD int quantised(int v, int step) {
  const int by = 8 * step, rounded = ((v < 0 ? -v : v) + by / 2) / by * step;
  return v < 0 ? -rounded : rounded;
}

PENSTOCK_HD int at_most(int v, int most) { return v < most ? v : most; }

// One thread reads 2 x 2 pixels: four samples of luma and one of each chroma, whose mean is rounded down and up in
// turns. Beyond its edges libjpeg repeats the last column of pixels, the last row of luma and the last row of chroma.
__device__ __forceinline__ void read_quad(const Frame& f, int mcu_x, int mcu_y, int quad, int* room) {
  const int qx = quad & 7, qy = quad >> 3;
  const int x = mcu_x * 16 + 2 * qx, y = mcu_y * 16 + 2 * qy;
  const int chroma_y = 2 * at_most(mcu_y * 8 + qy, f.chroma_height() - 1);
  int cb = 1 + (qx & 1), cr = cb;
  PENSTOCK_UNROLL
  for (int k = 0; k < 4; ++k) {
    const int column = at_most(x + (k & 1), f.width - 1);
    const auto pixel = [&](int row) { return f.from + 3 * (int64_t{at_most(row, f.height - 1)} * f.width + column); };
    const Ycc luma = ycc_of(pixel(y + (k >> 1))), chroma = ycc_of(pixel(chroma_y + (k >> 1)));
    const int px = 2 * qx + (k & 1), py = 2 * qy + (k >> 1);
    room[((py >> 3) * 2 + (px >> 3)) * kSide * kPitch + (py & 7) * kPitch + (px & 7)] = luma.y - 128;
    cb += chroma.cb;
    cr += chroma.cr;
  }
  room[4 * kSide * kPitch + qy * kPitch + qx] = (cb >> 2) - 128;
  room[5 * kSide * kPitch + qy * kPitch + qx] = (cr >> 2) - 128;
}

// --- kernels ---

__global__ void __launch_bounds__(kEach* kMcus) distort_mcus(const Frame* frames, const uint8_t* tables) {
  __shared__ int rooms[kMcus * kBlocks * kSide * kPitch];
  const Frame f = frames[blockIdx.y];
  const int slot = static_cast<int>(threadIdx.x) / kEach, t = static_cast<int>(threadIdx.x) % kEach;
  const int mcus = f.mcus_x * f.mcus_y, block = t >> 3, j = t & 7;
  const bool works = block < kBlocks;
  int* mine = rooms + slot * kBlocks * kSide * kPitch;
  int* own = mine + block * kSide * kPitch;
  const uint8_t* steps = tables + f.table * 128 + (block < 4 ? 0 : 64);
  for (int first = static_cast<int>(blockIdx.x) * kMcus; first < mcus; first += static_cast<int>(gridDim.x) * kMcus) {
    const int mcu = first + slot, my = mcu / f.mcus_x, mx = mcu - my * f.mcus_x;
    const bool there = mcu < mcus, active = there && works;
    if (there) read_quad(f, mx, my, t, mine);
    __syncthreads();
    int a[8];
    if (active) {
      PENSTOCK_UNROLL
      for (int i = 0; i < 8; ++i) a[i] = own[j * kPitch + i];
      forward8<true>(a);
      PENSTOCK_UNROLL
      for (int i = 0; i < 8; ++i) own[j * kPitch + i] = a[i];
    }
    __syncthreads();
    if (active) {
      PENSTOCK_UNROLL
      for (int i = 0; i < 8; ++i) a[i] = own[i * kPitch + j];
      forward8<false>(a);
      PENSTOCK_UNROLL
      for (int i = 0; i < 8; ++i) a[i] = quantised(a[i], steps[8 * i + j]);
      transform8<11>(a);
      PENSTOCK_UNROLL
      for (int i = 0; i < 8; ++i) own[i * kPitch + j] = a[i];
    }
    __syncthreads();
    if (active) {
      PENSTOCK_UNROLL
      for (int i = 0; i < 8; ++i) a[i] = own[j * kPitch + i];
      transform8<18>(a);
      const int component = block < 4 ? 0 : block - 3;
      const int pitch = component ? f.chroma_pitch() : f.luma_pitch();
      const int x = component ? mx * 8 : mx * 16 + 8 * (block & 1), y = component ? my * 8 : my * 16 + 8 * (block >> 1);
      uint8_t* to = f.plane(component) + static_cast<int64_t>(y + j) * pitch + x;
      PENSTOCK_UNROLL
      for (int i = 0; i < 8; ++i) to[i] = static_cast<uint8_t>(clamp8(a[i] + 128));
    }
    __syncthreads();
  }
}

// libjpeg's triangle filter: 3/4 of the nearer sample and 1/4 of the farther one in each direction, rounded up and down
// in turns. It repeats samples where there are two columns or fewer.
__device__ __forceinline__ int chroma_at(const Frame& f, int component, int x, int y) {
  const uint8_t* plane = f.plane(component);
  const int pitch = f.chroma_pitch(), c = x >> 1, r = y >> 1, right = f.chroma_width() - 1;
  if (right < 2) return plane[static_cast<int64_t>(r) * pitch + c];
  const int bottom = f.chroma_height() - 1;
  const int row = r + (y & 1 ? 1 : -1), side = c + (x & 1 ? 1 : -1);
  const uint8_t* near_row = plane + static_cast<int64_t>(r) * pitch;
  const uint8_t* far_row = plane + static_cast<int64_t>(row < 0 ? 0 : at_most(row, bottom)) * pitch;
  const int beside = side < 0 ? 0 : at_most(side, right);
  const int near = 3 * near_row[c] + far_row[c], far = 3 * near_row[beside] + far_row[beside];
  return (3 * near + far + (x & 1 ? 7 : 8)) >> 4;
}

__global__ void distort_pixels(const Frame* frames) {
  const Frame f = frames[blockIdx.y];
  const int64_t pixels = int64_t{f.width} * f.height, stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < pixels; i += stride) {
    const int y = static_cast<int>(i / f.width), x = static_cast<int>(i - int64_t{y} * f.width);
    const int luma = f.plane(0)[static_cast<int64_t>(y) * f.luma_pitch() + x];
    const Chroma c = chroma_of(chroma_at(f, 1, x, y), chroma_at(f, 2, x, y));
    uint8_t* to = f.to + 3 * i;
    to[0] = static_cast<uint8_t>(clamp8(luma + c.r));
    to[1] = static_cast<uint8_t>(clamp8(luma + c.g));
    to[2] = static_cast<uint8_t>(clamp8(luma + c.b));
  }
}

// --- launcher ---

void run(Run& r) {
  std::vector<Frame> frames;
  std::vector<uint8_t> tables;
  int known[101];
  std::fill(std::begin(known), std::end(known), -1);
  int64_t most_mcus = 0, most_pixels = 0, bytes = 0;
  for (int i = 0; i < r.count; ++i) {
    const auto& st = r.state<DistortState>(i);
    const int64_t pixels = int64_t{st.width} * st.height;
    if (!pixels) continue;
    int& table = known[st.quality];
    if (table < 0) {
      table = static_cast<int>(tables.size() / 128);
      tables.resize(tables.size() + 128);
      fill_quantisation(st.quality, tables.data() + table * 128);
    }
    const int mcus_x = (st.width + 15) / 16, mcus_y = (st.height + 15) / 16;
    for (int64_t k = 0; k < st.frames; ++k) {
      Frame f;
      f.from = r.in[0][i].as<const uint8_t>() + 3 * pixels * k;
      f.to = r.out[0][i].as<uint8_t>() + 3 * pixels * k;
      // The place in scratch memory, which is not there yet.
      f.planes = reinterpret_cast<uint8_t*>(bytes);
      f.width = st.width;
      f.height = st.height;
      f.mcus_x = mcus_x;
      f.mcus_y = mcus_y;
      f.table = table;
      frames.push_back(f);
      bytes += int64_t{384} * mcus_x * mcus_y;
    }
    most_mcus = std::max(most_mcus, int64_t{mcus_x} * mcus_y);
    most_pixels = std::max(most_pixels, pixels);
  }
  if (frames.empty()) return;
  auto* planes = r.ctx.scratch<uint8_t>(static_cast<size_t>(bytes));
  for (Frame& f : frames) f.planes = planes + reinterpret_cast<intptr_t>(f.planes);
  const Frame* uploaded = r.ctx.upload(frames);
  const int count = static_cast<int>(frames.size());
  launch_synced(distort_mcus, ragged_grid(count, most_mcus, kMcus), dim3(kEach * kMcus), 0, r.ctx.stream(), uploaded,
                r.ctx.upload(tables));
  launch(distort_pixels, ragged_grid(count, most_pixels, kPixelThreads), dim3(kPixelThreads), r.ctx.stream(), uploaded);
}

}  // namespace

PENSTOCK_GPU_OP(jpeg_compression_distortion, JpegCompressionDistortionArgs, run)

}  // namespace penstock::ops
