// See rows.h: one set of loops per SIMD level.
#include "kernels/convolve/rows.h"

#include <algorithm>

#include "core/cpu.h"
#include "core/dispatch.h"
#include "kernels/convolve/row_levels.h"

namespace penstock::ops {
namespace {

template <class Level>
RowLoops loops_of(DType in, DType out, Rounding rounding) {
  RowLoops loops{Level::sum, Level::sum_pair, nullptr, nullptr, dtype_size(in)};
  dispatch(in, [&](auto zero) { loops.load = Level::template load<decltype(zero)>; });
  dispatch(out, [&](auto zero) {
    using T = decltype(zero);
    loops.store = Level::template store<T>;
    if constexpr (is_short<T>) {
      if (rounding == Rounding::even) loops.store = Level::template store_even<T>;
    }
  });
  return loops;
}

}  // namespace

RowLoops row_loops(DType in, DType out, Rounding rounding) {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx512) return loops_of<Avx512>(in, out, rounding);
  if (simd_level() >= SimdLevel::avx2) return loops_of<Avx2>(in, out, rounding);
#endif
  return loops_of<Baseline>(in, out, rounding);
}

void RowLoops::load_wide(const void* in, int64_t width, int64_t inner, int64_t before, int64_t after, Border border,
                         float fill, float* row) const {
  load(in, width * inner, row);
  const auto put = [&](int64_t at) {
    const int64_t from = border_index(at, width, border);
    float* to = row + at * inner;
    if (from < 0) {
      std::fill_n(to, inner, fill);
    } else {
      std::copy_n(row + from * inner, inner, to);
    }
  };
  for (int64_t i = 1; i <= before; ++i) put(-i);
  for (int64_t i = 0; i < after; ++i) put(width + i);
}

}  // namespace penstock::ops
