// Inner loops of normalize, one set per SIMD level: sums over rows of lanes, and the formula along a row. The order of
// additions does not depend on the level, so all levels give the same bytes. Only normalize_cpu.cc includes this file.
#pragma once
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "core/cpu.h"
#include "core/dispatch.h"
#include "ops/normalize/normalize.h"

namespace penstock::ops {
namespace {

// Whether values are 8-bit, which are summed as integers. Others are summed in double, as differences from a pivot.
template <class T>
inline constexpr bool kWhole = sizeof(T) == 1;

// `rows` rows of `lanes` elements, `step` elements apart: element i of each row belongs to lane i.
struct LaneSums {
  const void* in;
  int64_t rows, step;
  int lanes;
  const double* pivot;      // [lanes]; not read for 8-bit values
  double *sum, *squares;    // [lanes]; the sums are added to them. For 8-bit values without a pivot
  int32_t *part, *squared;  // [lanes] of working space
};

// A sum of this many squares of 8-bit values fits in 32 bits.
inline constexpr int64_t kWholeRows = 32768;

template <class T>
__attribute__((always_inline)) inline void add_rows(const LaneSums& s) {
  const int lanes = s.lanes;
  const T* first = static_cast<const T*>(s.in);
  if constexpr (kWhole<T>) {
    int32_t* __restrict part = s.part;
    int32_t* __restrict squared = s.squared;
    for (int64_t r = 0; r < s.rows;) {
      std::memset(part, 0, lanes * sizeof *part);
      std::memset(squared, 0, lanes * sizeof *squared);
      for (const int64_t end = std::min(s.rows, r + kWholeRows); r < end; ++r) {
        const T* __restrict in = first + r * s.step;
        for (int i = 0; i < lanes; ++i) {
          const int v = in[i];
          part[i] += v;
          squared[i] += static_cast<uint16_t>(v * v);
        }
      }
      for (int i = 0; i < lanes; ++i) {
        s.sum[i] += part[i];
        s.squares[i] += squared[i];
      }
    }
  } else {
    double* __restrict sum = s.sum;
    double* __restrict squares = s.squares;
    const double* __restrict pivot = s.pivot;
    for (int64_t r = 0; r < s.rows; ++r) {
      const T* __restrict in = first + r * s.step;
      for (int i = 0; i < lanes; ++i) {
        const double d = static_cast<double>(in[i]) - pivot[i];
        sum[i] += d;
        squares[i] += d * d;
      }
    }
  }
}

template <class T>
__attribute__((always_inline)) inline void apply_lanes(const void* from, int64_t n, const float* __restrict mean,
                                                       const float* __restrict factor, float shift,
                                                       float* __restrict out) {
  const T* __restrict in = static_cast<const T*>(from);
  for (int64_t i = 0; i < n; ++i) out[i] = normalize_value(static_cast<float>(in[i]), mean[i], factor[i], shift);
}

template <class T>
__attribute__((always_inline)) inline void store_lanes(const float* __restrict in, int64_t n, void* to) {
  T* __restrict out = static_cast<T*>(to);
  for (int64_t i = 0; i < n; ++i) out[i] = convert<T>(in[i]);
}

// LaneSums for short rows, each a whole group: sum[], squares[] and pivot[] have one value per row.
template <class T>
void add_short_rows(const LaneSums& s) {
  const T* in = static_cast<const T*>(s.in);
  for (int64_t r = 0; r < s.rows; ++r, in += s.step) {
    const double pivot = s.pivot[r];
    double sum = 0, squares = 0;
    for (int i = 0; i < s.lanes; ++i) {
      const double d = static_cast<double>(in[i]) - pivot;
      sum += d;
      squares += d * d;
    }
    s.sum[r] += sum;
    s.squares[r] += squares;
  }
}

using Add = void (*)(const LaneSums&);
using Apply = void (*)(const void* in, int64_t n, const float* mean, const float* factor, float shift, float* out);
using Store = void (*)(const float* in, int64_t n, void* out);

#define PENSTOCK_NORMALIZE_LEVEL(Name, attribute)                                                               \
  struct Name {                                                                                                 \
    template <class T>                                                                                          \
    attribute static void add(const LaneSums& s) {                                                              \
      add_rows<T>(s);                                                                                           \
    }                                                                                                           \
    template <class T>                                                                                          \
    attribute static void apply(const void* in, int64_t n, const float* mean, const float* factor, float shift, \
                                float* out) {                                                                   \
      apply_lanes<T>(in, n, mean, factor, shift, out);                                                          \
    }                                                                                                           \
    template <class T>                                                                                          \
    attribute static void store(const float* in, int64_t n, void* out) {                                        \
      store_lanes<T>(in, n, out);                                                                               \
    }                                                                                                           \
  };
PENSTOCK_NORMALIZE_LEVEL(NormalizeBaseline, )
#if defined(__x86_64__)
PENSTOCK_NORMALIZE_LEVEL(NormalizeAvx2, __attribute__((target("avx2"))))
PENSTOCK_NORMALIZE_LEVEL(NormalizeAvx512, __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))))
#endif
#undef PENSTOCK_NORMALIZE_LEVEL

// The loops for one sample's dtypes, at this machine's SIMD level.
struct NormalizeLoops {
  Add add, add_short;
  Apply apply;
  Store store;
  bool whole;  // sums are of integers, without a pivot
};

template <class Level>
NormalizeLoops loops_of(DType in, DType out) {
  NormalizeLoops loops{};
  dispatch(in, [&](auto zero) {
    using T = decltype(zero);
    loops.add = Level::template add<T>;
    loops.add_short = add_short_rows<T>;
    loops.apply = Level::template apply<T>;
    loops.whole = kWhole<T>;
  });
  dispatch(out, [&](auto zero) { loops.store = Level::template store<decltype(zero)>; });
  return loops;
}

inline NormalizeLoops normalize_loops(DType in, DType out) {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx512) return loops_of<NormalizeAvx512>(in, out);
  if (simd_level() >= SimdLevel::avx2) return loops_of<NormalizeAvx2>(in, out);
#endif
  return loops_of<NormalizeBaseline>(in, out);
}

}  // namespace
}  // namespace penstock::ops
