// From coefficients to samples, by libjpeg's accurate integer inverse transform ("islow"), to the same bytes.
#include "gpu_plugin/jpeg/jpeg_arithmetic.h"
#include "gpu_plugin/jpeg/jpeg_kernels.h"

namespace penstock::gpu {
namespace {

__device__ __forceinline__ uint32_t four_samples(const int* a) {
  return pack_clamped(a[0] + 128, a[1] + 128, pack_clamped(a[2] + 128, a[3] + 128, 0));
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
    const auto width = static_cast<uint32_t>(p.w), blocks = width * static_cast<uint32_t>(p.h);
    // Its coefficients have not been written then; which threads see it makes no difference.
    const bool sound = !m.status[image];
    const uint32_t first = item.part * kTransformTile, first_row = first / width,
                   first_column = first - first_row * width;
    const Divisor by_width(width), by_h(p.mcu_h), by_v(p.mcu_v);
    const int16_t* from = m.coefficients + static_cast<size_t>(p.first) * 64;
    uint8_t* to = m.planes + static_cast<size_t>(p.first) * 64;
    PENSTOCK_ROLLED
    for (uint32_t k = threadIdx.x >> 3; k < kTransformTile; k += kEach) {
      const uint32_t block = first + k, down = by_width.quotient(first_column + k);
      const uint32_t y = first_row + down, x = first_column + k - down * width;
      const bool active = block < blocks && sound;
      int a[8];
      if (active) {
        const uint4 v = *reinterpret_cast<const uint4*>(from + static_cast<size_t>(block) * 64 + j * 8);
        const uint32_t words[4] = {v.x, v.y, v.z, v.w};
        PENSTOCK_UNROLL
        for (int i = 0; i < 8; ++i) a[i] = static_cast<int16_t>(words[i >> 1] >> 16 * (i & 1));
        if (j == 0) {
          const uint32_t bx = static_cast<uint32_t>(p.x0) + x, by = static_cast<uint32_t>(p.y0) + y;
          const uint32_t column = by_h.quotient(bx), row = by_v.quotient(by);
          const uint32_t in_mcu = p.mcu_first + (by - row * p.mcu_v) * p.mcu_h + bx - column * p.mcu_h;
          a[0] = m.dc[p.first_dc + (row * p.row_mcus + column) * p.mcu_blocks + in_mcu];
        }
        int sum = 0;
        PENSTOCK_UNROLL
        for (int i = 0; i < 8; ++i) sum += a[i] < 0 ? -a[i] : a[i];
        if (sum > kMaxColumn) atomicOr(&m.status[image], static_cast<uint32_t>(kRange));
        transform8<11>(a);
        PENSTOCK_UNROLL
        for (uint32_t i = 0; i < 8; ++i) mine[i * kPitch + j] = a[i];
      }
      __syncwarp();
      if (active) {
        PENSTOCK_UNROLL
        for (uint32_t i = 0; i < 8; ++i) a[i] = mine[j * kPitch + i];
        transform8<18>(a);
        *reinterpret_cast<uint2*>(to + (static_cast<size_t>(y * 8 + j) * width + x) * 8) = {four_samples(a),
                                                                                            four_samples(a + 4)};
      }
      __syncwarp();
    }
  }
}

}  // namespace

void transform(const JpegLaunch& l) {
  launch_synced(transform_kernel, l.grid(l.transforms.count), dim3(kJpegThreads), 0, l.stream, l.memory, l.transforms);
}

}  // namespace penstock::gpu
