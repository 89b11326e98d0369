// What kernels do with single elements: load and store by run-time dtype with the CPU's conversion, coordinates of an
// element's number, and runs of bytes from any address. Fast paths are templates over the dtypes that matter; all other
// combinations go through one kernel with these, so that there are few instantiations to compile.
#pragma once
#include <cuda_runtime.h>

#include "core/dispatch.h"

namespace penstock::gpu {

// One element as T. float64 holds every value but those of large 64-bit integers: for these T is int64_t or uint64_t.
template <class T>
PENSTOCK_HD T load_as(const void* data, int64_t i, DType dtype) {
  return dispatch_known(dtype, [&](auto zero) { return convert<T>(static_cast<const decltype(zero)*>(data)[i]); });
}
template <class T>
PENSTOCK_HD void store_as(void* data, int64_t i, DType dtype, T value) {
  dispatch_known(dtype, [&](auto zero) { static_cast<decltype(zero)*>(data)[i] = convert<decltype(zero)>(value); });
}

// A float32 as Out, in one instruction where the GPU has one.
template <class Out>
PENSTOCK_HD Out from_float(float v) {
#ifdef __CUDA_ARCH__
  if constexpr (std::is_same_v<Out, Half>) {
    Half h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h.bits) : "f"(v));
    return h;
  } else if constexpr (std::is_same_v<Out, uint8_t>) {
    // cvt.rni rounds halves to even, the CPU away from zero. floor(v + 0.5) is that for what is not negative;
    // 0.49999997 alone comes out as 1, as far from the CPU as any rounding error is.
    return static_cast<uint8_t>(fminf(fmaxf(v + 0.5f, 0.0f), 255.0f));
  }
#endif
  return convert<Out>(v);
}

// The last coordinate of element `rest` of an array whose innermost extent is `size`; `rest` is what is left for the
// outer ones. 64-bit division is slow on a GPU, and seldom needed.
PENSTOCK_HD int64_t take_coordinate(int64_t& rest, int64_t size) {
  if (((rest | size) >> 32) == 0) {
    const uint32_t n = static_cast<uint32_t>(rest), d = static_cast<uint32_t>(size), q = n / d;
    rest = q;
    return n - q * d;
  }
  const int64_t q = rest / size, r = rest - q * size;
  rest = q;
  return r;
}

// 4 * kWords bytes from any address, as little-endian words. Only words that hold a wanted byte are read, so the loads
// stay inside an allocation, whose size is a multiple of 16 (allocate() in runtime.cu).
template <int kWords>
PENSTOCK_HD void load_words(const uint8_t* p, uint32_t (&out)[kWords]) {
  const unsigned shift = static_cast<unsigned>(reinterpret_cast<uintptr_t>(p) & 3) * 8;
  const uint32_t* from = reinterpret_cast<const uint32_t*>(p - shift / 8);
  uint32_t low = from[0];
  for (int i = 0; i < kWords; ++i) {
    const uint32_t high = i + 1 < kWords || shift ? from[i + 1] : 0;
    out[i] = static_cast<uint32_t>((static_cast<uint64_t>(high) << 32 | low) >> shift);  // one funnel shift
    low = high;
  }
}
PENSTOCK_HD float byte_of(const uint32_t* words, int i) {
  return static_cast<float>(words[i / 4] >> (i % 4 * 8) & 255);
}

// Four elements to 16-byte (float) or 8-byte (float16) boundaries in one store.
template <class Out>
struct alignas(4 * sizeof(Out)) Four {
  Out v[4];
};
template <class Out>
PENSTOCK_HD bool fits_four(const Out* p) {
  return reinterpret_cast<uintptr_t>(p) % sizeof(Four<Out>) == 0;
}

}  // namespace penstock::gpu
