// The loops of rows.h for each SIMD level. Only rows.cc and the test that compares the levels include this file.
#pragma once
#include <algorithm>
#include <cstring>

#include "core/dispatch.h"
#include "kernels/convolve/rows.h"

namespace penstock::ops {
namespace {

// out[x] = sum of window[k] * rows[k][x], in the order of k, for elements [x, x + lanes * 4) of a row.
template <int Lanes>
__attribute__((always_inline)) inline void sum_block(const RowSum& s, int64_t x, float* out) {
  typedef float V __attribute__((vector_size(Lanes * sizeof(float))));
  V acc[4], v;
  for (int k = 0; k < s.taps; ++k) {
    const float* row = s.rows[k] + x;
    const float weight = s.window[k];
    for (int i = 0; i < 4; ++i) {
      std::memcpy(&v, row + i * Lanes, sizeof v);
      if (k) {
        acc[i] += v * weight;
      } else {
        acc[i] = v * weight;
      }
    }
  }
  std::memcpy(out, acc, sizeof acc);
}

inline void sum_scalar(const RowSum& s, int64_t from, int64_t to, float* out) {
  for (int64_t x = from; x < to; ++x) {
    float acc = s.rows[0][x] * s.window[0];
    for (int k = 1; k < s.taps; ++k) acc += s.rows[k][x] * s.window[k];
    out[x - from] = acc;
  }
}

template <int Lanes>
__attribute__((always_inline)) inline void sum_rows(const RowSum& s, int64_t from, int64_t to, float* out) {
  constexpr int64_t kBlock = 4 * Lanes;
  if (to - from < kBlock) return sum_scalar(s, from, to, out);
  // The last block overlaps the one before: it gives the same values again.
  for (int64_t x = from; x < to; x += kBlock) {
    const int64_t at = std::min(x, to - kBlock);
    sum_block<Lanes>(s, at, out + (at - from));
  }
}

template <class T>
__attribute__((always_inline)) inline void to_float(const T* __restrict in, int64_t n, float* __restrict out) {
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<float>(in[i]);
}

template <class T>
__attribute__((always_inline)) inline void from_float(const float* __restrict in, int64_t n, T* __restrict out) {
  if constexpr (std::is_same_v<T, float>) {
    std::memcpy(out, in, n * sizeof(float));
  } else {
    for (int64_t i = 0; i < n; ++i) out[i] = convert<T>(in[i]);
  }
}

template <class T>
__attribute__((always_inline)) inline void from_float_even(const float* __restrict in, int64_t n, T* __restrict out) {
  for (int64_t i = 0; i < n; ++i) out[i] = round_even<T>(in[i]);
}

template <class T>
constexpr bool is_short = std::is_integral_v<T> && sizeof(T) <= 2 && !std::is_same_v<T, bool>;

#define PENSTOCK_ROWS_LEVEL(Name, Lanes, attribute)                                    \
  struct Name {                                                                        \
    attribute static void sum(const RowSum& s, int64_t from, int64_t to, float* out) { \
      sum_rows<Lanes>(s, from, to, out);                                               \
    }                                                                                  \
    template <class T>                                                                 \
    attribute static void load(const void* in, int64_t n, float* out) {                \
      to_float(static_cast<const T*>(in), n, out);                                     \
    }                                                                                  \
    template <class T>                                                                 \
    attribute static void store(const float* in, int64_t n, void* out) {               \
      from_float(in, n, static_cast<T*>(out));                                         \
    }                                                                                  \
    template <class T>                                                                 \
    attribute static void store_even(const float* in, int64_t n, void* out) {          \
      from_float_even(in, n, static_cast<T*>(out));                                    \
    }                                                                                  \
  };
PENSTOCK_ROWS_LEVEL(Baseline, 4, )
#if defined(__x86_64__)
PENSTOCK_ROWS_LEVEL(Avx2, 8, __attribute__((target("avx2"))))
PENSTOCK_ROWS_LEVEL(Avx512, 16, __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))))
#endif
#undef PENSTOCK_ROWS_LEVEL

}  // namespace
}  // namespace penstock::ops
