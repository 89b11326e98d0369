// experimental.medianBlur on the CPU: small windows by selection in vectors; large ones of bytes by a histogram that
// slides along a row; other large ones by partial sorting.
#include <algorithm>

#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/experimental_median_blur.h"
#include "kernels/convolve/spatial_axes.h"
#include "ops/experimental_median_blur/median.h"
#include "ops/experimental_median_blur/median_lanes.h"

namespace penstock::ops {
namespace {

void setup(const ExperimentalMedianBlurArgs& a, SampleSetup& s, MedianState& st) {
  const TensorView& in = s.in[0];
  const SpatialAxes span = spatial_axes(in, 2, 2);
  check_dtype(in, kRankDTypes);
  check_axis_values("windowSize", a.window_size, 2);
  s.out[0] = in;
  st.outer = volume_between(in.shape, 0, span.from);
  st.inner = volume_between(in.shape, span.to, in.shape.ndim);
  for (int axis = 0; axis < 2; ++axis) {
    st.extent[axis] = in.shape[span.from + axis];
    st.window[axis] = a.window_size.at(1 - axis);  // the argument has the width first
    if (st.window[axis] % 2 == 0) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected odd numbers for windowSize but received %d", st.window[axis]);
    }
  }
  s.cost = static_cast<double>(in.shape.volume()) * st.count();
}

// A row that is extended beyond its ends by repeating them.
template <class T>
void widen(const T* in, int64_t width, int64_t inner, int64_t beyond, T* row) {
  std::copy_n(in, width * inner, row);
  for (int64_t i = 1; i <= beyond; ++i) {
    std::copy_n(in, inner, row - i * inner);
    std::copy_n(in + (width - 1) * inner, inner, row + (width - 1 + i) * inner);
  }
}

// The median of the bytes that are counted, while some come and others go (Huang, Yang and Tang).
struct SlidingMedian {
  int counts[256] = {};
  int median = 0, below = 0;  // elements that are smaller than the median

  void change(int value, int by) {
    counts[value] += by;
    below += value < median ? by : 0;
  }
  int find(int rank) {
    while (below > rank) below -= counts[--median];
    while (below + counts[median] <= rank) below += counts[median++];
    return median;
  }
};

// One row of bytes from the wide rows of the window, by channel.
void slide(const MedianState& st, const uint8_t* const* rows, uint8_t* out) {
  const int64_t beyond = st.window[1] / 2;
  for (int64_t c = 0; c < st.inner; ++c) {
    SlidingMedian sliding;
    const auto change = [&](int64_t x, int by) {
      for (int k = 0; k < st.window[0]; ++k) sliding.change(rows[k][x * st.inner + c], by);
    };
    for (int64_t x = -beyond; x < beyond; ++x) change(x, 1);
    for (int64_t x = 0; x < st.extent[1]; ++x) {
      change(x + beyond, 1);
      out[x * st.inner + c] = static_cast<uint8_t>(sliding.find(st.count() / 2));
      change(x - beyond, -1);
    }
  }
}

// One row of any dtype.
template <class T>
void sort_partly(const MedianState& st, const T* const* rows, T* window, T* out) {
  const int64_t beyond = st.window[1] / 2;
  for (int64_t x = 0; x < st.extent[1]; ++x) {
    for (int64_t c = 0; c < st.inner; ++c) {
      T* end = window;
      for (int k = 0; k < st.window[0]; ++k) {
        for (int64_t i = x - beyond; i <= x + beyond; ++i) *end++ = rows[k][i * st.inner + c];
      }
      std::nth_element(window, window + st.count() / 2, end);
      out[x * st.inner + c] = window[st.count() / 2];
    }
  }
}

template <class T>
void run_planes(const MedianState& st, const T* in, T* out, Scratch& scratch) {
  const int64_t height = st.extent[0], n = st.extent[1] * st.inner, beyond = st.window[1] / 2;
  const int64_t kept = std::min<int64_t>(height, st.window[0]), wide = n + 2 * beyond * st.inner;
  const bool selects = st.count() <= kMostSelected;
  const auto median_row = median_row_fn<T>();
  T* ring = scratch.get<T>(kept * wide);
  T* found = scratch.get<T>(n);
  T* window = scratch.get<T>(st.count());
  const T** rows = scratch.get<const T*>(st.window[0]);
  const T** taps = scratch.get<const T*>(st.count());
  for (int64_t o = 0; o < st.outer; ++o, in += height * n) {
    int64_t made = 0;
    for (int64_t y = 0; y < height; ++y, out += n) {
      for (; made <= std::min(height - 1, y + st.window[0] / 2); ++made) {
        widen(in + made * n, st.extent[1], st.inner, beyond, ring + made % kept * wide + beyond * st.inner);
      }
      for (int k = 0; k < st.window[0]; ++k) {
        const int64_t from = border_index(y - st.window[0] / 2 + k, height, Border::clamp);
        rows[k] = ring + from % kept * wide + beyond * st.inner;
      }
      if (selects) {
        for (int k = 0; k < st.count(); ++k) taps[k] = rows[k / st.window[1]] + (k % st.window[1] - beyond) * st.inner;
        median_row(taps, st.count(), n, found);
        std::copy_n(found, n, out);
        continue;
      }
      if constexpr (std::is_same_v<T, uint8_t>) {
        slide(st, rows, out);
      } else {
        sort_partly(st, rows, window, out);
      }
    }
  }
}

void run(const ExperimentalMedianBlurArgs&, SampleRun& s, MedianState& st) {
  const TensorView &in = s.in[0], &out = s.out[0];
  if (!in.shape.volume()) return;
  if (st.count() == 1) return void(std::memcpy(out.data, in.data, static_cast<size_t>(in.bytes())));
  if (in.dtype == DType::uint8) return run_planes(st, in.as<uint8_t>(), out.as<uint8_t>(), *s.scratch);
  if (in.dtype == DType::uint16) return run_planes(st, in.as<uint16_t>(), out.as<uint16_t>(), *s.scratch);
  if (in.dtype == DType::int16) return run_planes(st, in.as<int16_t>(), out.as<int16_t>(), *s.scratch);
  run_planes(st, in.as<float>(), out.as<float>(), *s.scratch);
}

}  // namespace

PENSTOCK_CPU_OP(experimental_median_blur, ExperimentalMedianBlurArgs, MedianState, setup, run, kNone)

}  // namespace penstock::ops
