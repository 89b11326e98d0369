// What the transform's and the pixels' kernels both compute with.
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

}  // namespace penstock::gpu
