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

// As sum_block(), for elements [x, x + lanes * 4) of two outputs. The sums are variables of their own, which stay in
// registers.
template <int Lanes>
__attribute__((always_inline)) inline void sum_pair_block(const PairSum& s, int64_t x, float* first, float* second) {
  typedef float V __attribute__((vector_size(Lanes * sizeof(float))));
  V a0{}, a1{}, a2{}, a3{}, b0{}, b1{}, b2{}, b3{}, v0, v1, v2, v3;
  const PairTap* tap = s.taps;
  const auto load = [&]() __attribute__((always_inline)) {
    const float* row = tap->row + x;
    std::memcpy(&v0, row, sizeof v0);
    std::memcpy(&v1, row + Lanes, sizeof v1);
    std::memcpy(&v2, row + 2 * Lanes, sizeof v2);
    std::memcpy(&v3, row + 3 * Lanes, sizeof v3);
  };
  const auto add_first = [&]() __attribute__((always_inline)) {
    a0 += v0 * tap->first;
    a1 += v1 * tap->first;
    a2 += v2 * tap->first;
    a3 += v3 * tap->first;
  };
  const auto add_second = [&]() __attribute__((always_inline)) {
    b0 += v0 * tap->second;
    b1 += v1 * tap->second;
    b2 += v2 * tap->second;
    b3 += v3 * tap->second;
  };
  for (const PairTap* end = tap + s.first; tap < end; ++tap) {
    load();
    add_first();
  }
  for (const PairTap* end = tap + s.both; tap < end; ++tap) {
    load();
    add_first();
    add_second();
  }
  for (const PairTap* end = tap + s.second; tap < end; ++tap) {
    load();
    add_second();
  }
  const V a[] = {a0, a1, a2, a3}, b[] = {b0, b1, b2, b3};
  std::memcpy(first + x, a, sizeof a);
  std::memcpy(second + x, b, sizeof b);
}

inline void sum_pair_scalar(const PairSum& s, int64_t n, float* first, float* second) {
  for (int64_t x = 0; x < n; ++x) {
    float a = 0, b = 0;
    for (int k = 0; k < s.first + s.both; ++k) a += s.taps[k].row[x] * s.taps[k].first;
    for (int k = s.first; k < s.first + s.both + s.second; ++k) b += s.taps[k].row[x] * s.taps[k].second;
    first[x] = a;
    second[x] = b;
  }
}

template <int Lanes>
__attribute__((always_inline)) inline void sum_pairs(const PairSum& s, int64_t n, float* first, float* second) {
  constexpr int64_t kBlock = 4 * Lanes;
  if (n < kBlock) return sum_pair_scalar(s, n, first, second);
  for (int64_t x = 0; x < n; x += kBlock) sum_pair_block<Lanes>(s, std::min(x, n - kBlock), first, second);
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

// round_even() of each element, step by step over a block: in one step the compiler makes branches of the limits, not
// vectors.
template <class T>
__attribute__((always_inline)) inline void from_float_even(const float* __restrict in, int64_t n, T* __restrict out) {
  constexpr int kBlock = 64;
  float kept[kBlock];
  int64_t x = 0;
  for (; x + kBlock <= n; x += kBlock) {
    const float* v = in + x;
    // A comparison with NaN is false, so NaN becomes the lower limit unless it is made 0 before.
    if (kShortLow<T> != 0) {
      for (int i = 0; i < kBlock; ++i) kept[i] = v[i] == v[i] ? v[i] : 0.0f;
      v = kept;
    }
    for (int i = 0; i < kBlock; ++i) kept[i] = v[i] > kShortLow<T> ? v[i] : kShortLow<T>;
    for (int i = 0; i < kBlock; ++i) kept[i] = kept[i] < kShortHigh<T> ? kept[i] : kShortHigh<T>;
    for (int i = 0; i < kBlock; ++i) {
      out[x + i] = static_cast<T>(static_cast<int32_t>((kept[i] + kNoFraction) - kNoFraction));
    }
  }
  for (; x < n; ++x) out[x] = round_even<T>(in[x]);
}

template <class T>
constexpr bool is_short = std::is_integral_v<T> && sizeof(T) <= 2 && !std::is_same_v<T, bool>;

#define PENSTOCK_ROWS_LEVEL(Name, Lanes, attribute)                                                                   \
  struct Name {                                                                                                       \
    attribute static void sum(const RowSum& s, int64_t from, int64_t to, float* out) {                                \
      sum_rows<Lanes>(s, from, to, out);                                                                              \
    }                                                                                                                 \
    attribute static void sum_pair(const PairSum& s, int64_t n, float* a, float* b) { sum_pairs<Lanes>(s, n, a, b); } \
    template <class T>                                                                                                \
    attribute static void load(const void* in, int64_t n, float* out) {                                               \
      to_float(static_cast<const T*>(in), n, out);                                                                    \
    }                                                                                                                 \
    template <class T>                                                                                                \
    attribute static void store(const float* in, int64_t n, void* out) {                                              \
      from_float(in, n, static_cast<T*>(out));                                                                        \
    }                                                                                                                 \
    template <class T>                                                                                                \
    attribute static void store_even(const float* in, int64_t n, void* out) {                                         \
      from_float_even(in, n, static_cast<T*>(out));                                                                   \
    }                                                                                                                 \
  };
PENSTOCK_ROWS_LEVEL(Baseline, 4, )
#if defined(__x86_64__)
PENSTOCK_ROWS_LEVEL(Avx2, 8, __attribute__((target("avx2"))))
PENSTOCK_ROWS_LEVEL(Avx512, 16, __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))))
#endif
#undef PENSTOCK_ROWS_LEVEL

}  // namespace
}  // namespace penstock::ops
