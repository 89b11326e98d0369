// gaussianBlur on the CPU: one pass per axis in float, innermost axis first; only the result is rounded. The passes
// along and across rows run together, so that only as many blurred rows as the window is high are kept, in the cache.
#include <cinttypes>

#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/gaussian_blur.h"
#include "kernels/convolve/rows.h"
#include "kernels/convolve/spatial_axes.h"
#include "ops/gaussian_blur/gaussian_blur.h"

namespace penstock::ops {
namespace {

// Completes one axis's sigma and window size from the argument that was given.
void set_window(float sigma, int size, float& out_sigma, int32_t& taps) {
  if (size < 0 || (size && size % 2 == 0) || size > kMaxBlurTaps) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected an odd number up to %d, or 0, for windowSize but received %d",
         kMaxBlurTaps, size);
  }
  if (sigma == 0 && !size) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected sigma or windowSize above 0 for every spatial axis but received 0");
  }
  if (!size) {
    const float radius = std::ceil(3.0f * sigma);
    if (!(radius <= (kMaxBlurTaps - 1) / 2)) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected a sigma up to %d for a window that follows from it but received %g",
           (kMaxBlurTaps - 1) / 6, sigma);
    }
    size = 2 * static_cast<int>(radius) + 1;
  }
  taps = size;
  out_sigma = sigma == 0 ? gaussian_sigma(size) : sigma;
}

void setup(const GaussianBlurArgs& a, SampleSetup& s, GaussianBlurState& st) {
  const TensorView& in = s.in[0];
  if (in.dtype == DType::boolean) fail(ErrorCode::INVALID_INPUT, "Expected any dtype but bool but received bool");
  s.out[0] = in;
  if (a.has(GaussianBlurArgs::kDtype)) s.out[0].dtype = a.dtype;
  if (s.out[0].dtype != in.dtype && s.out[0].dtype != DType::float32) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected float32 or the input's %s for dtype but received %s",
         dtype_name(in.dtype), dtype_name(s.out[0].dtype));
  }
  const SpatialAxes span = spatial_axes(in, 1, kMaxBlurAxes);
  const int axes = span.count();
  check_axis_values("sigma", a.sigma, axes);
  check_axis_values("windowSize", a.window_size, axes);
  st.outer = volume_between(in.shape, 0, span.from);
  st.inner = volume_between(in.shape, span.to, in.shape.ndim);
  double taps = 0;
  for (int i = 0; i < axes; ++i) {
    const int at = kMaxBlurAxes - axes + i;
    st.extent[at] = in.shape[span.from + i];
    set_window(a.sigma.at(i), a.window_size.at(i), st.sigma[at], st.taps[at]);
    taps += st.taps[at];
  }
  s.cost = static_cast<double>(in.shape.volume()) * taps;
}

// The windows of this thread's last sample, which are computed anew only when sigma or the size changes.
struct Windows : ThreadLocalState {
  struct One {
    float sigma = 0;
    std::vector<float> weights;
  } axis[kMaxBlurAxes];

  const float* get(const GaussianBlurState& st, int i) {
    One& one = axis[i];
    if (one.sigma != st.sigma[i] || one.weights.size() != static_cast<size_t>(st.taps[i])) {
      one.weights.resize(st.taps[i]);
      fill_gaussian(st.sigma[i], st.taps[i], one.weights.data());
      one.sigma = st.sigma[i];
    }
    return one.weights.data();
  }
};

// Blurs a plane [height][width][inner] along both axes, and calls emit(y, row) for each blurred row, in order.
template <class Emit>
void blur_plane(const GaussianBlurState& st, const RowLoops& loops, Windows& windows, const uint8_t* in, int64_t in_row,
                Scratch& scratch, Emit&& emit) {
  const auto mark = scratch.mark();
  const int64_t height = st.extent[1], width = st.extent[2], n = width * st.inner;
  const int taps_y = st.taps[1], taps_x = st.taps[2];
  const float *window_y = windows.get(st, 1), *window_x = windows.get(st, 2);
  const int64_t radius_y = taps_y / 2, radius_x = taps_x / 2;

  const int64_t kept = std::min<int64_t>(height, taps_y), stride = (n + 15) / 16 * 16;
  float* ring = scratch.get<float>(kept * stride);
  float* sums = scratch.get<float>(n);
  // A row extended by its mirrored ends, and the row's start for each tap.
  float* wide = scratch.get<float>(n + 2 * radius_x * st.inner);
  float* row = wide + radius_x * st.inner;
  const float** rows_x = scratch.get<const float*>(taps_x);
  const float** rows_y = scratch.get<const float*>(taps_y);
  for (int k = 0; k < taps_x; ++k) rows_x[k] = wide + k * st.inner;

  int64_t made = 0;
  for (int64_t y = 0; y < height; ++y) {
    for (const int64_t last = std::min(height - 1, y + radius_y); made <= last; ++made) {
      float* blurred = ring + made % kept * stride;
      if (taps_x == 1) {
        loops.load(in + made * in_row, n, blurred);
        continue;
      }
      loops.load_wide(in + made * in_row, width, st.inner, radius_x, radius_x, Border::reflect_101, 0, row);
      loops.sum({rows_x, window_x, taps_x}, 0, n, blurred);
    }
    if (taps_y == 1) {
      emit(y, ring);
      continue;
    }
    for (int k = 0; k < taps_y; ++k) rows_y[k] = ring + mirror_101(y - radius_y + k, height) % kept * stride;
    loops.sum({rows_y, window_y, taps_y}, 0, n, sums);
    emit(y, sums);
  }
  scratch.rewind(mark);
}

void run(const GaussianBlurArgs&, SampleRun& s, GaussianBlurState& st) {
  if (!s.in[0].shape.volume()) return;
  const RowLoops loops = row_loops(s.in[0].dtype, s.out[0].dtype);
  Windows& windows = s.local<Windows>();
  Scratch& scratch = *s.scratch;
  const auto* in = s.in[0].as<uint8_t>();
  auto* out = s.out[0].as<uint8_t>();
  const int64_t depth = st.extent[0], n = st.extent[2] * st.inner, plane = st.extent[1] * n;
  const int64_t in_row = n * dtype_size(s.in[0].dtype), out_size = dtype_size(s.out[0].dtype);
  const int taps_z = st.taps[0];
  const int64_t radius_z = taps_z / 2;
  if (taps_z == 1) {
    for (int64_t i = 0; i < st.outer * depth; ++i, in += st.extent[1] * in_row, out += plane * out_size) {
      blur_plane(st, loops, windows, in, in_row, scratch,
                 [&](int64_t y, const float* row) { loops.store(row, n, out + y * n * out_size); });
    }
    return;
  }
  // The pass across planes needs whole planes. They are kept as float and summed in pieces that stay in the cache.
  constexpr int64_t kPiece = 4096;
  float* volume = scratch.get<float>(depth * plane);
  float* sums = scratch.get<float>(kPiece);
  const float** rows = scratch.get<const float*>(taps_z);
  const float* window = windows.get(st, 0);
  for (int64_t i = 0; i < st.outer; ++i) {
    for (int64_t z = 0; z < depth; ++z, in += st.extent[1] * in_row) {
      float* to = volume + z * plane;
      blur_plane(st, loops, windows, in, in_row, scratch,
                 [&](int64_t y, const float* row) { std::memcpy(to + y * n, row, n * sizeof(float)); });
    }
    for (int64_t z = 0; z < depth; ++z, out += plane * out_size) {
      for (int k = 0; k < taps_z; ++k) rows[k] = volume + mirror_101(z - radius_z + k, depth) * plane;
      for (int64_t x = 0; x < plane; x += kPiece) {
        const int64_t end = std::min(plane, x + kPiece);
        loops.sum({rows, window, taps_z}, x, end, sums);
        loops.store(sums, end - x, out + x * out_size);
      }
    }
  }
}

}  // namespace

PENSTOCK_CPU_OP(gaussian_blur, GaussianBlurArgs, GaussianBlurState, setup, run, kNone)

}  // namespace penstock::ops
