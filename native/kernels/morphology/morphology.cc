// See morphology_setup.h. A rectangular mask is one along rows, then one across them. Along a row, the extremes of 2,
// 4, 8 ... neighbours come of pairs, and two overlapping ones of these make the whole window: as many steps as the
// logarithm of its width.
#include <algorithm>
#include <cstring>
#include <limits>

#include "core/cpu.h"
#include "core/extents.h"
#include "kernels/convolve/spatial_axes.h"
#include "kernels/morphology/morphology_setup.h"

namespace penstock::ops {
namespace {

constexpr int64_t kMaxMask = 65535;

template <class T, Extreme extreme>
__attribute__((always_inline)) inline void pairs(const T* a, const T* b, int64_t n, T* __restrict out) {
  for (int64_t i = 0; i < n; ++i) out[i] = extreme_of(extreme, a[i], b[i]);
}

// out[i] = the extreme of a[i] and b[i]; out overlaps neither.
using PairsFn = void (*)(const void* a, const void* b, int64_t n, void* out);

#define PENSTOCK_MORPHOLOGY_LEVEL(Name, attribute)                                                  \
  template <class T, Extreme extreme>                                                               \
  attribute void Name(const void* a, const void* b, int64_t n, void* out) {                         \
    pairs<T, extreme>(static_cast<const T*>(a), static_cast<const T*>(b), n, static_cast<T*>(out)); \
  }
PENSTOCK_MORPHOLOGY_LEVEL(pairs_baseline, )
#if defined(__x86_64__)
PENSTOCK_MORPHOLOGY_LEVEL(pairs_avx2, __attribute__((target("avx2"))))
#endif
#undef PENSTOCK_MORPHOLOGY_LEVEL

template <class T, Extreme extreme>
PairsFn pairs_of() {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return pairs_avx2<T, extreme>;
#endif
  return pairs_baseline<T, extreme>;
}

// The value that changes no extreme.
template <class T>
T neutral(Extreme extreme) {
  using Limits = std::numeric_limits<T>;
  if constexpr (Limits::has_infinity) return extreme == Extreme::largest ? -Limits::infinity() : Limits::infinity();
  return extreme == Extreme::largest ? Limits::lowest() : Limits::max();
}

template <class T>
struct Plane {
  const MorphologyState& st;
  PairsFn pairs;
  T none;
  T *wide, *spare;  // a row that is extended beyond its ends, and its like

  // The extremes along one row of the input.
  void along(const T* in, T* out) const {
    const int64_t width = st.extent[1], inner = st.inner, mask = st.mask[1], before = st.anchor[1];
    const int64_t n = width * inner, all = (width + mask - 1) * inner;
    if (mask == 1) return void(std::copy_n(in, n, out));
    std::copy_n(in, n, wide + before * inner);
    const auto put = [&](int64_t x) {
      const int64_t from = border_index(x, width, st.border);
      T* to = wide + (before + x) * inner;
      if (from < 0) {
        std::fill_n(to, inner, none);
      } else {
        std::copy_n(in + from * inner, inner, to);
      }
    };
    for (int64_t x = -before; x < 0; ++x) put(x);
    for (int64_t x = width; x < width + mask - 1 - before; ++x) put(x);
    // a[x] is the extreme of `reach` pixels from x on.
    T *a = wide, *b = spare;
    int64_t reach = 1;
    for (; 2 * reach < mask; reach *= 2, std::swap(a, b)) {
      pairs(a, a + reach * inner, all - (2 * reach - 1) * inner, b);
    }
    pairs(a, a + (mask - reach) * inner, n, out);
  }
};

template <class T>
void run_planes(const MorphologyState& st, PairsFn pairs, const T* in, T* out, Scratch& scratch) {
  const int64_t height = st.extent[0], n = st.extent[1] * st.inner, mask = st.mask[0];
  const int64_t wide = (st.extent[1] + st.mask[1] - 1) * st.inner;
  const T none = neutral<T>(st.extreme);
  const Plane<T> plane{st, pairs, none, scratch.get<T>(wide), scratch.get<T>(wide)};
  // A mirrored row is at most as far away as the mask is high; the other end is not near.
  const int64_t kept = st.border == Border::wrap ? height : std::min(height, 2 * mask - 1);
  T *ring = scratch.get<T>(kept * n), *nothing = scratch.get<T>(n), *first = scratch.get<T>(n),
    *second = scratch.get<T>(n);
  std::fill_n(nothing, n, none);
  for (int64_t o = 0; o < st.outer; ++o, in += height * n) {
    int64_t made = 0;
    for (int64_t y = 0; y < height; ++y, out += n) {
      const int64_t last = kept == height ? height - 1 : std::min(height - 1, y + mask - 1);
      for (; made <= last; ++made) plane.along(in + made * n, ring + made % kept * n);
      const auto row = [&](int64_t i) -> const T* {
        const int64_t from = border_index(y - st.anchor[0] + i, height, st.border);
        return from < 0 ? nothing : ring + from % kept * n;
      };
      const T* found = row(0);
      for (int64_t i = 1; i < mask; ++i) {
        T* to = i == mask - 1 ? out : found == first ? second : first;
        pairs(found, row(i), n, to);
        found = to;
      }
      if (mask == 1) std::copy_n(found, n, out);
    }
  }
}

template <class T>
void run_dtype(const MorphologyState& st, const TensorView& in, const TensorView& out, Scratch& scratch) {
  const PairsFn pairs =
      st.extreme == Extreme::largest ? pairs_of<T, Extreme::largest>() : pairs_of<T, Extreme::smallest>();
  run_planes<T>(st, pairs, in.as<T>(), out.as<T>(), scratch);
}

}  // namespace

void set_mask(const ArgList<int32_t>& size, const ArgList<int32_t>& anchor, int iterations, const OutSpec& in,
              MorphologyState& st) {
  const SpatialAxes span = spatial_axes(in, 2, 2);
  check_dtype(in, kRankDTypes);
  check_axis_values("maskSize", size, 2);
  check_axis_values("anchor", anchor, 2);
  st.outer = volume_between(in.shape, 0, span.from);
  st.inner = volume_between(in.shape, span.to, in.shape.ndim);
  for (int axis = 0; axis < 2; ++axis) {
    st.extent[axis] = in.shape[span.from + axis];
    // The arguments have the width first.
    const int64_t one = size.at(1 - axis), at = anchor.at(1 - axis);
    if (one < 1)
      fail(ErrorCode::INVALID_ARGUMENT, "Expected at least 1 for maskSize but received %d", static_cast<int>(one));
    if (at < -1 || at >= one) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected an anchor within the mask's %d, or -1, but received %d",
           static_cast<int>(one), static_cast<int>(at));
    }
    st.mask[axis] = one + (iterations - 1) * (one - 1);
    st.anchor[axis] = (at < 0 ? one / 2 : at) * iterations;
    if (st.mask[axis] > kMaxMask) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected a mask of at most %d after all iterations but received %lld",
           static_cast<int>(kMaxMask), static_cast<long long>(st.mask[axis]));
    }
  }
}

void run_morphology(const MorphologyState& st, const TensorView& in, const TensorView& out, Scratch& scratch) {
  if (!in.shape.volume()) return;
  if (in.dtype == DType::uint8) return run_dtype<uint8_t>(st, in, out, scratch);
  if (in.dtype == DType::uint16) return run_dtype<uint16_t>(st, in, out, scratch);
  if (in.dtype == DType::int16) return run_dtype<int16_t>(st, in, out, scratch);
  run_dtype<float>(st, in, out, scratch);
}

}  // namespace penstock::ops
