// laplacian on the CPU: one pass per axis in float, innermost axis first; only the result is rounded. Each row is read
// once, and what it gives for each derivative is kept in the cache for the pass across rows.
#include <algorithm>
#include <cmath>

#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/laplacian.h"
#include "kernels/convolve/rows.h"
#include "kernels/convolve/spatial_axes.h"
#include "ops/laplacian/laplacian.h"

namespace penstock::ops {
namespace {

void check_odd(const char* name, int size) {
  if (size % 2 == 0) fail(ErrorCode::INVALID_ARGUMENT, "Expected odd numbers for %s but received %d", name, size);
}

// Sets the windows and the factor of the derivative along axis `d`.
void set_derivative(const LaplacianArgs& a, int d, LaplacianState& st) {
  const int i = d - st.first, size = a.window_size.at(i);
  int exponent = kLaplacianAxes - st.first + 2;
  for (int axis = st.first; axis < kLaplacianAxes; ++axis) {
    const bool smoothed = axis != d && a.has(LaplacianArgs::kSmoothingSize);
    st.taps[d][axis] = smoothed ? a.smoothing_size.at(axis - st.first) : size;
    exponent -= st.taps[d][axis];
    check_odd(smoothed ? "smoothingSize" : "windowSize", st.taps[d][axis]);
  }
  st.scale[d] = a.normalized_kernel ? std::ldexp(1.0f, exponent) : a.scale.at(i);
}

void setup(const LaplacianArgs& a, SampleSetup& s, LaplacianState& st) {
  const TensorView& in = s.in[0];
  if (in.dtype == DType::boolean) fail(ErrorCode::INVALID_INPUT, "Expected any dtype but bool but received bool");
  s.out[0] = in;
  if (a.has(LaplacianArgs::kDtype)) s.out[0].dtype = a.dtype;
  if (s.out[0].dtype != in.dtype && s.out[0].dtype != DType::float32) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected float32 or the input's %s for dtype but received %s",
         dtype_name(in.dtype), dtype_name(s.out[0].dtype));
  }
  const SpatialAxes span = spatial_axes(in, 1, kLaplacianAxes);
  const int axes = span.count();
  check_axis_values("windowSize", a.window_size, axes);
  if (a.has(LaplacianArgs::kSmoothingSize)) check_axis_values("smoothingSize", a.smoothing_size, axes);
  check_axis_values("scale", a.scale, axes);
  st.outer = volume_between(in.shape, 0, span.from);
  st.inner = volume_between(in.shape, span.to, in.shape.ndim);
  st.first = kLaplacianAxes - axes;
  double taps = 0;
  for (int d = st.first; d < kLaplacianAxes; ++d) {
    st.extent[d] = in.shape[span.from + d - st.first];
    set_derivative(a, d, st);
    for (int axis = st.first; axis < kLaplacianAxes; ++axis) taps += st.taps[d][axis];
  }
  s.cost = static_cast<double>(in.shape.volume()) * taps;
}

// Rows of a plane, kept for as long as a window reaches them.
struct Ring {
  float* memory;
  int64_t stride, kept;
  float* row(int64_t y) const { return memory + y % kept * stride; }
};

// Sums `taps` rows around y of a ring.
void sum_across(const RowLoops& loops, const Ring& ring, int64_t y, int64_t height, const float* window, int taps,
                int64_t n, float* out) {
  const float* rows[kMaxLaplacianTaps];
  for (int k = 0; k < taps; ++k) rows[k] = ring.row(mirror_101(y - taps / 2 + k, height));
  loops.sum({rows, window, taps}, 0, n, out);
}

// Sums `taps` pixels around each of a row that is extended beyond its ends.
void sum_along(const RowLoops& loops, const float* row, int64_t inner, const float* window, int taps, int64_t n,
               float* out) {
  const float* rows[kMaxLaplacianTaps];
  for (int k = 0; k < taps; ++k) rows[k] = row + (k - taps / 2) * inner;
  loops.sum({rows, window, taps}, 0, n, out);
}

// Calls emit(y, rows) for each row of a plane, in order. rows[d] is the input after the passes along and across rows
// for the derivative along axis d.
template <class Emit>
void differentiate_plane(const LaplacianState& st, const RowLoops& loops, const LaplacianWindows& windows,
                         const uint8_t* in, Scratch& scratch, Emit&& emit) {
  const auto mark = scratch.mark();
  const int64_t height = st.extent[1], n = st.extent[2] * st.inner, stride = (n + 15) / 16 * 16;
  int64_t along = 0, across = 0;  // how far windows reach
  for (const auto& taps : st.taps) {
    across = std::max<int64_t>(across, taps[1] / 2);
    along = std::max<int64_t>(along, taps[2] / 2);
  }
  const int64_t kept = std::min(height, 2 * across + 1);
  float* wide = scratch.get<float>(n + 2 * along * st.inner) + along * st.inner;
  Ring rings[kLaplacianAxes];
  float* rows[kLaplacianAxes];
  for (int d = st.first; d < kLaplacianAxes; ++d) {
    rings[d] = {scratch.get<float>(kept * stride), stride, kept};
    rows[d] = scratch.get<float>(n);
  }
  for (int64_t y = 0, made = 0; y < height; ++y) {
    for (; made <= std::min(height - 1, y + across); ++made) {
      loops.load_wide(in + made * n * loops.in_size, st.extent[2], st.inner, along, along, Border::reflect_101, 0,
                      wide);
      for (int d = st.first; d < kLaplacianAxes; ++d) {
        sum_along(loops, wide, st.inner, windows.of[d][2], st.taps[d][2], n, rings[d].row(made));
      }
    }
    for (int d = st.first; d < kLaplacianAxes; ++d) {
      sum_across(loops, rings[d], y, height, windows.of[d][1], st.taps[d][1], n, rows[d]);
    }
    emit(y, rows);
  }
  scratch.rewind(mark);
}

// One line or image.
void run_plane(const LaplacianState& st, const RowLoops& loops, const LaplacianWindows& windows, const uint8_t* in,
               uint8_t* out, int64_t out_size, Scratch& scratch) {
  const int64_t n = st.extent[2] * st.inner;
  float* sums = scratch.get<float>(n);
  differentiate_plane(st, loops, windows, in, scratch, [&](int64_t y, float* const* rows) {
    loops.sum({rows + st.first, st.scale + st.first, kLaplacianAxes - st.first}, 0, n, sums);
    loops.store(sums, n, out + y * n * out_size);
  });
}

// A volume. The pass across planes needs whole planes, which are kept as float and summed in pieces that stay in the
// cache.
void run_volume(const LaplacianState& st, const RowLoops& loops, const LaplacianWindows& windows, const uint8_t* in,
                uint8_t* out, int64_t out_size, Scratch& scratch) {
  constexpr int64_t kPiece = 4096;
  const int64_t depth = st.extent[0], n = st.extent[2] * st.inner, plane = st.extent[1] * n;
  float *volumes[kLaplacianAxes], *sums[kLaplacianAxes + 1];
  for (float*& volume : volumes) volume = scratch.get<float>(depth * plane);
  for (float*& sum : sums) sum = scratch.get<float>(kPiece);
  for (int64_t z = 0; z < depth; ++z) {
    differentiate_plane(st, loops, windows, in + z * plane * loops.in_size, scratch,
                        [&](int64_t y, float* const* rows) {
                          for (int d = 0; d < kLaplacianAxes; ++d)
                            std::copy_n(rows[d], n, volumes[d] + z * plane + y * n);
                        });
  }
  for (int64_t z = 0; z < depth; ++z) {
    for (int64_t x = 0; x < plane; x += kPiece) {
      const int64_t count = std::min(kPiece, plane - x);
      for (int d = 0; d < kLaplacianAxes; ++d) {
        const Ring planes{volumes[d] + x, plane, depth};
        sum_across(loops, planes, z, depth, windows.of[d][0], st.taps[d][0], count, sums[d]);
      }
      loops.sum({sums, st.scale, kLaplacianAxes}, 0, count, sums[kLaplacianAxes]);
      loops.store(sums[kLaplacianAxes], count, out + (z * plane + x) * out_size);
    }
  }
}

void run(const LaplacianArgs&, SampleRun& s, LaplacianState& st) {
  if (!s.in[0].shape.volume()) return;
  const RowLoops loops = row_loops(s.in[0].dtype, s.out[0].dtype);
  LaplacianWindows windows;
  fill_windows(st, windows);
  const int64_t volume = st.extent[0] * st.extent[1] * st.extent[2] * st.inner, out_size = dtype_size(s.out[0].dtype);
  const auto* in = s.in[0].as<uint8_t>();
  auto* out = s.out[0].as<uint8_t>();
  const auto mark = s.scratch->mark();
  for (int64_t i = 0; i < st.outer; ++i, in += volume * loops.in_size, out += volume * out_size) {
    s.scratch->rewind(mark);
    (st.first ? run_plane : run_volume)(st, loops, windows, in, out, out_size, *s.scratch);
  }
}

}  // namespace

PENSTOCK_CPU_OP(laplacian, LaplacianArgs, LaplacianState, setup, run, kNone)

}  // namespace penstock::ops
