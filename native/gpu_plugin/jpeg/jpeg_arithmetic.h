// The arithmetic of JPEG that several kernels compute with: libjpeg's, to the same bytes.
#pragma once
#include <cstdint>

#include "core/host_device.h"
#include "gpu_plugin/launch.h"

namespace penstock::gpu {

PENSTOCK_HD int clamp8(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

// Two values, and two bytes behind them.
__device__ __forceinline__ uint32_t pack_clamped(int a, int b, uint32_t behind) {
#ifdef __CUDA_ARCH__
  uint32_t packed;
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(packed) : "r"(b), "r"(a), "r"(behind));
  return packed;
#else
  return static_cast<uint32_t>(clamp8(a) | clamp8(b) << 8) | behind << 16;
#endif
}

// n / by for n up to 2^14 and small numbers `by`; exact, because the quotient's error is far less than half of 1 / by.
struct Divisor {
  float inverse;
  uint32_t by;
  __device__ __forceinline__ explicit Divisor(uint32_t by) : inverse(1.0f / static_cast<float>(by)), by(by) {}
  __device__ __forceinline__ uint32_t quotient(uint32_t n) const {
    return static_cast<uint32_t>((static_cast<float>(n) + 0.5f) * inverse);
  }
};

// A pass of libjpeg's accurate integer inverse transform ("islow"), along a column (shift 11), then along a row (18).
// Loeffler, Ligtenberg and Moschytz, "Practical fast 1-D DCT algorithms with 11 multiplications" (1989).
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

// What a pixel's chroma adds to its luma, with 16 bits behind the point, as libjpeg's tables have.
struct Chroma {
  int r, g, b;
};
PENSTOCK_HD Chroma chroma_of(int cb, int cr) {
  return {(91881 * cr + (32768 - 128 * 91881)) >> 16,
          (-22554 * cb - 46802 * cr + (32768 + 128 * (22554 + 46802))) >> 16,
          (116130 * cb + (32768 - 128 * 116130)) >> 16};
}

}  // namespace penstock::gpu
