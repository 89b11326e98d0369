// Functions of kernels for single elements: loads and stores by run-time dtype with the CPU's conversion, the
// coordinates of an element number, and loads of bytes from any address. Fast paths are templates over the common
// dtypes; all other combinations share one kernel with these functions, so that there are few instantiations to
// compile.
#pragma once
#include <cuda_runtime.h>

#include "core/dispatch.h"

namespace penstock::gpu {

// Loads one element as T. double holds every value exactly, except large 64-bit integers; for these T is int64_t or
// uint64_t.
template <class T>
PENSTOCK_HD T load_as(const void* data, int64_t i, DType dtype) {
  return dispatch(dtype, [&](auto zero) { return convert<T>(static_cast<const decltype(zero)*>(data)[i]); });
}
template <class T>
PENSTOCK_HD void store_as(void* data, int64_t i, DType dtype, T value) {
  dispatch(dtype, [&](auto zero) { static_cast<decltype(zero)*>(data)[i] = convert<decltype(zero)>(value); });
}

// Converts a float32 that is not NaN to a byte, as convert<uint8_t>() does, but without the slow conversion
// instructions: between 2^23 and 2^24 the last bits of a float are its integer part. Only 0.49999997 differs: it
// gives 1.
PENSTOCK_HD float byte_above_2_23(float v) {
#ifdef __CUDA_ARCH__
  return __fadd_rd(fminf(fmaxf(v, 0.0f), 255.0f) + 0.5f, 8388608.0f);
#else
  return std::floor((v < 0 ? 0 : v > 255 ? 255 : v) + 0.5f) + 8388608.0f;
#endif
}
PENSTOCK_HD float rounded_byte(float v) { return byte_above_2_23(v) - 8388608.0f; }
PENSTOCK_HD uint8_t round_byte(float v) {
#ifdef __CUDA_ARCH__
  return static_cast<uint8_t>(__float_as_uint(byte_above_2_23(v)));
#else
  return static_cast<uint8_t>(rounded_byte(v));
#endif
}

// Converts a float32 to Out, in one instruction where the GPU has one.
template <class Out>
PENSTOCK_HD Out from_float(float v) {
  if constexpr (std::is_same_v<Out, uint8_t>) {
    return round_byte(v);
  } else {
#ifdef __CUDA_ARCH__
    if constexpr (std::is_same_v<Out, Half>) {
      Half h;
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h.bits) : "f"(v));
      return h;
    }
#endif
    return convert<Out>(v);
  }
}

// Returns the innermost coordinate of element number `rest` in an array whose innermost extent is `size`, and divides
// `rest` by that extent for the outer coordinates. It avoids 64-bit division where possible, which is slow on a GPU.
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

// Loads 4 * kWords bytes from any address, as little-endian words. Only aligned words that hold a wanted byte are read,
// so the loads stay inside the allocation, whose size is a multiple of 16 (allocate() in runtime.cu).
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
#ifdef __CUDA_ARCH__
  // Puts the byte into the last bits of the float 2^23; a permutation and a subtraction are faster than a conversion.
  return __uint_as_float(__byte_perm(words[i / 4], 0x4b000000, 0x7440 + i % 4)) - 8388608.0f;
#else
  return static_cast<float>(words[i / 4] >> (i % 4 * 8) & 255);
#endif
}

// The bits of a float, and the float of such bits.
PENSTOCK_HD uint32_t float_as_bits(float v) {
  uint32_t bits;
  memcpy(&bits, &v, 4);
  return bits;
}
PENSTOCK_HD float bits_as_float(uint32_t bits) {
  float v;
  memcpy(&v, &bits, 4);
  return v;
}

// Two 16-bit floats in a word, the first in the low half. Each function is one instruction on the GPU.
PENSTOCK_HD uint32_t half_pair(float low, float high) {
#ifdef __CUDA_ARCH__
  uint32_t pair;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
#else
  return convert<Half>(low).bits | static_cast<uint32_t>(convert<Half>(high).bits) << 16;
#endif
}
template <int kHalf>
PENSTOCK_HD float half_of(uint32_t pair) {
  Half h;
  h.bits = static_cast<uint16_t>(pair >> 16 * kHalf);
#ifdef __CUDA_ARCH__
  float v;
  asm("cvt.f32.f16 %0, %1;" : "=f"(v) : "h"(h.bits));
  return v;
#else
  return convert<float>(h);
#endif
}
PENSTOCK_HD uint32_t fma_pair(uint32_t a, uint32_t b, uint32_t c) {
#ifdef __CUDA_ARCH__
  asm("fma.rn.f16x2 %0, %1, %2, %0;" : "+r"(c) : "r"(a), "r"(b));
  return c;
#else
  return half_pair(half_of<0>(a) * half_of<0>(b) + half_of<0>(c), half_of<1>(a) * half_of<1>(b) + half_of<1>(c));
#endif
}

// Four elements, which are stored at once where the address is aligned.
template <class Out>
struct alignas(4 * sizeof(Out)) Four {
  Out v[4];
};
template <class Out>
PENSTOCK_HD bool fits_four(const Out* p) {
  return reinterpret_cast<uintptr_t>(p) % sizeof(Four<Out>) == 0;
}

// Stores four elements by one instruction. Inline assembly is used because the compiler would split a plain assignment
// that two branches have in common. `to` is in global memory.
template <class Out>
PENSTOCK_HD void put_four(Out* to, Out a, Out b, Out c, Out d) {
  const Four<Out> four = {a, b, c, d};
#ifdef __CUDA_ARCH__
  uint32_t w[sizeof(Out)];
  memcpy(w, &four, sizeof(four));
  if constexpr (sizeof(Out) == 4) {
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)), "r"(w[0]), "r"(w[1]),
                 "r"(w[2]), "r"(w[3])
                 : "memory");
  } else if constexpr (sizeof(Out) == 2) {
    asm volatile("st.global.v2.b32 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(to)), "r"(w[0]), "r"(w[1])
                 : "memory");
  } else {
    static_assert(sizeof(Out) == 1);
    asm volatile("st.global.b32 [%0], %1;" ::"l"(__cvta_generic_to_global(to)), "r"(w[0]) : "memory");
  }
#else
  *reinterpret_cast<Four<Out>*>(to) = four;
#endif
}

// Stores v[channel][pixel], four neighbouring pixels or the first `count` of them, to planes that are `plane` elements
// apart, or interleaved where `plane` is 0. `to` is the first element of the first pixel.
template <class Out>
PENSTOCK_HD void put_rgb(Out* to, int64_t plane, int count, const Out (&v)[3][4]) {
  if (count < 4 || !fits_four(to) || plane % 4) {
    const int64_t channel = plane ? plane : 1, pixel = plane ? 1 : 3;
    for (int k = 0; k < 4; ++k) {
      for (int c = 0; c < 3; ++c) {
        if (k < count) to[k * pixel + c * channel] = v[c][k];
      }
    }
  } else if (plane) {
    for (int c = 0; c < 3; ++c) put_four(to + c * plane, v[c][0], v[c][1], v[c][2], v[c][3]);
  } else {
    put_four(to, v[0][0], v[1][0], v[2][0], v[0][1]);
    put_four(to + 4, v[1][1], v[2][1], v[0][2], v[1][2]);
    put_four(to + 8, v[2][2], v[0][3], v[1][3], v[2][3]);
  }
}

}  // namespace penstock::gpu
