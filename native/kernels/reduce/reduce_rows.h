// Inner loops of the reductions, one set per SIMD level. The order of additions does not depend on the level, so all
// levels give the same bytes. Only reduce.cc includes this file.
#pragma once
#include <algorithm>
#include <type_traits>

#include "core/cpu.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {
namespace {

// `rows` rows of `lanes` elements, `step` elements apart: element i of each row belongs to lane i.
struct ReduceRows {
  const void* in;
  int64_t rows, step;
  int lanes;
  void* total;         // [lanes], of the type for the sums; the rows are added to them
  void* part;          // [lanes] of working space, 8 bytes each
  const double* mean;  // [lanes], for deviations
};

// How elements of type T are added up: in a narrow type for as many rows as cannot overflow it, then in the wide one.
template <ReduceStep step, class T, class Total>
struct ReduceRule {
  static constexpr bool kSum = step == ReduceStep::sum, kSquares = step == ReduceStep::squares;
  static constexpr bool kOrder = step == ReduceStep::least || step == ReduceStep::most;
  static constexpr bool kByte = sizeof(T) == 1, kNarrow = std::is_integral_v<Total> && sizeof(T) <= 2;
  template <class S, class U>
  using Signed = std::conditional_t<std::is_signed_v<T>, S, U>;

  using Ordered = std::conditional_t<std::is_same_v<T, Half>, float, T>;
  using Part = std::conditional_t<
      kOrder, Ordered,
      std::conditional_t<
          !kNarrow || (kSquares && !kByte), Total,
          std::conditional_t<kSquares, uint32_t,
                             std::conditional_t<kByte, Signed<int16_t, uint16_t>, Signed<int32_t, uint32_t>>>>>;
  // The rows after which a lane may be full.
  static constexpr int64_t kRows = std::is_same_v<Part, Total> || kOrder ? INT64_MAX
                                   : kSquares                            ? 65536
                                   : kByte                               ? 255
                                                                         : 65535;
  static Part identity() {
    if constexpr (kOrder) return reduce_identity<Part>(step);
    return Part{0};
  }
  static Part add(Part a, T value, [[maybe_unused]] double mean) {
    if constexpr (step == ReduceStep::deviations) {
      const double d = static_cast<double>(value) - mean;
      return a + d * d;
    } else if constexpr (kOrder) {
      return reduce_merge(step, a, static_cast<Ordered>(value));
    } else if constexpr (kSquares && std::is_integral_v<Part>) {
      if constexpr (kByte)
        return a + static_cast<uint16_t>(static_cast<int>(value) * static_cast<int>(value));
      else
        return a + static_cast<uint32_t>(static_cast<int64_t>(value) * static_cast<int64_t>(value));
    } else if constexpr (kSquares) {
      const auto v = static_cast<double>(value);
      return a + v * v;
    } else if constexpr (std::is_integral_v<Part>) {
      using U = std::make_unsigned_t<Part>;
      return static_cast<Part>(static_cast<U>(static_cast<U>(a) + static_cast<U>(static_cast<Part>(value))));
    } else {
      return a + static_cast<double>(value);
    }
  }
};

inline constexpr int kReduceLanes = 64;  // lanes of a group that lies in one row; see fold()

// kLanes: the number of lanes where it is known, else 0.
template <ReduceStep step, class T, class Total, int kLanes>
[[gnu::always_inline]] inline void reduce_rows(const ReduceRows& s) {
  using Rule = ReduceRule<step, T, Total>;
  using Part = typename Rule::Part;
  const int lanes = kLanes ? kLanes : s.lanes;
  const T* first = static_cast<const T*>(s.in);
  Total* __restrict total = static_cast<Total*>(s.total);
  const double* __restrict mean = s.mean;
  for (int64_t r = 0; r < s.rows;) {
    Part local[kLanes ? kLanes : 1];
    Part* __restrict part = kLanes ? local : static_cast<Part*>(s.part);
    for (int i = 0; i < lanes; ++i) part[i] = Rule::identity();
    const int64_t end = s.rows - r < Rule::kRows ? s.rows : r + Rule::kRows;
    for (; r < end; ++r) {
      const T* __restrict in = first + r * s.step;
      for (int i = 0; i < lanes; ++i) {
        part[i] = Rule::add(part[i], in[i], step == ReduceStep::deviations ? mean[i] : 0.0);
      }
    }
    for (int i = 0; i < lanes; ++i) total[i] = reduce_merge(step, total[i], static_cast<Total>(part[i]));
  }
}

// ReduceRows for short rows, each a whole group: total[] and mean[] have one value per row. kWidth: elements of a row
// where they are known, else 0.
template <ReduceStep step, class T, class Total, int kWidth>
[[gnu::always_inline]] inline void reduce_lines(const ReduceRows& s) {
  using Rule = ReduceRule<step, T, Total>;
  const int width = kWidth ? kWidth : s.lanes;
  const T* __restrict in = static_cast<const T*>(s.in);
  Total* __restrict total = static_cast<Total*>(s.total);
  for (int64_t r = 0; r < s.rows; ++r) {
    const double mean = step == ReduceStep::deviations ? s.mean[r] : 0.0;
    typename Rule::Part part = Rule::identity();
    for (int i = 0; i < width; ++i) part = Rule::add(part, in[r * width + i], mean);
    total[r] = reduce_merge(step, total[r], static_cast<Total>(part));
  }
}

using ReduceLoop = void (*)(const ReduceRows&);
struct ReduceLoops {
  ReduceLoop rows, wide, lines, lines3;  // any number of lanes; kReduceLanes; rows of any width; of 3
};

#define PENSTOCK_REDUCE_LEVEL(Name, attribute)                                                        \
  template <ReduceStep step, class T, class Total>                                                    \
  struct Name {                                                                                       \
    attribute static void rows(const ReduceRows& s) { reduce_rows<step, T, Total, 0>(s); }            \
    attribute static void wide(const ReduceRows& s) { reduce_rows<step, T, Total, kReduceLanes>(s); } \
    attribute static void lines(const ReduceRows& s) { reduce_lines<step, T, Total, 0>(s); }          \
    attribute static void lines3(const ReduceRows& s) { reduce_lines<step, T, Total, 3>(s); }         \
    static ReduceLoops loops() { return {rows, wide, lines, lines3}; }                                \
    static ReduceLoops general() { return {rows, rows, lines, lines}; }                               \
  };
PENSTOCK_REDUCE_LEVEL(ReduceBaseline, )
#if defined(__x86_64__)
PENSTOCK_REDUCE_LEVEL(ReduceAvx2, __attribute__((target("avx2"))))
PENSTOCK_REDUCE_LEVEL(ReduceAvx512,
                      __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512"))))
#endif
#undef PENSTOCK_REDUCE_LEVEL

// The loops at this machine's SIMD level. Halves are converted one by one at all levels. Short lines of bytes take
// three times as long with AVX-512 as with AVX2. What an x86-64 without AVX2 runs is general: it gives the same bytes.
template <ReduceStep step, class T, class Total>
ReduceLoops reduce_loops() {
#if defined(__x86_64__)
  if constexpr (!std::is_same_v<T, Half>) {
    using Level3 = ReduceAvx512<step, T, Total>;
    using Level2 = ReduceAvx2<step, T, Total>;
    if (simd_level() >= SimdLevel::avx512) {
      if constexpr (sizeof(T) == 1) return {Level3::rows, Level3::wide, Level2::lines, Level3::lines3};
      return Level3::loops();
    }
    if (simd_level() >= SimdLevel::avx2) return Level2::loops();
  }
  return ReduceBaseline<step, T, Total>::general();
#else
  return ReduceBaseline<step, T, Total>::loops();
#endif
}

}  // namespace
}  // namespace penstock::ops
