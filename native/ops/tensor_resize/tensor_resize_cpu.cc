// tensorResize on the CPU: setup() lays the tensor out as images or volumes whose axes are those that change; run()
// resamples them.
#include <algorithm>

#include "generated/ops/tensor_resize.h"
#include "kernels/reduce/axes.h"
#include "kernels/resample/resize.h"

namespace penstock::ops {
namespace {

constexpr int kDims = abi::maxDims;
// The largest extent of an axis that kernels step through; resolve_axes() refuses larger ones.
constexpr int64_t kMaxAxis = 1 << 24;
// Pixels of so many elements are resampled along rows faster than across them.
constexpr int64_t kMaxPixel = 4;

bool keeps_aspect(const TensorResizeArgs& a) { return static_cast<ResizeMode>(a.mode) >= ResizeMode::not_larger; }

struct NamedAxes {
  int list[kDims], count = 0;
};

NamedAxes named_axes(const TensorResizeArgs& a, const TensorView& in) {
  NamedAxes axes;
  if (each_named_axis(a, in, [&](int d) { axes.list[axes.count++] = d; })) return axes;
  for (; axes.count < in.shape.ndim; ++axes.count) axes.list[axes.count] = axes.count;
  return axes;
}

// Puts a list argument, which has one value or one per named axis, to the dimensions that these are.
void put(const ArgList<float>& list, const char* name, const NamedAxes& axes, float* to) {
  float values[kDims];
  spread(list, name, axes.count, values);
  for (int i = 0; i < axes.count; ++i) to[axes.list[i]] = values[i];
}

// The axis of a dimension that stays as it is: its elements are copied, whatever the filter is.
resample::Axis kept_axis(int64_t extent) {
  resample::Axis axis;
  axis.in = axis.out = extent;
  axis.hi = static_cast<float>(extent);
  axis.filter = Interp::nn;
  axis.antialias = false;
  return axis;
}

// An axis of one element gives that element, wherever it is sampled.
bool changes(const resample::Axis& axis) {
  if (axis.in == 1 && axis.out == 1) return false;
  return axis.out != axis.in || axis.lo != 0 || axis.hi != static_cast<float>(axis.in);
}

// The axes of all dimensions.
void find_axes(const TensorResizeArgs& a, const TensorView& in, resample::Axis* axis) {
  const NamedAxes axes = named_axes(a, in);
  const bool by_scale = a.has(TensorResizeArgs::kScales);
  if (by_scale && keeps_aspect(a)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected sizes for mode not_larger or not_smaller but received scales");
  }
  ResizeRequest r;
  int64_t extent[kDims];
  uint32_t named = 0;
  for (int i = 0; i < axes.count; ++i) named |= 1u << axes.list[i];
  float alignment[kDims], given[kDims] = {};
  // As in DALI, whose modes that keep the aspect ratio resize dimensions that are not named too.
  std::fill_n(alignment, kDims, a.has(TensorResizeArgs::kAlignment) ? 0.0f : 0.5f);
  r.roi_relative = a.roi_relative;
  for (int d = 0; d < in.shape.ndim; ++d) {
    // Where a dimension that is not named keeps its size, its scale of 1 counts alone.
    extent[d] = named >> d & 1 || keeps_aspect(a) ? in.shape[d] : std::min<int64_t>(in.shape[d], 1);
    r.size[d] = static_cast<float>(extent[d]);
    r.roi_end[d] = r.roi_relative ? 1 : r.size[d];
  }
  put(by_scale ? a.scales : a.sizes, by_scale ? "scales" : "sizes", axes, given);
  for (int i = 0; i < axes.count; ++i) {
    const int d = axes.list[i];
    r.size[d] = by_scale ? given[d] * static_cast<float>(extent[d]) : given[d];
  }
  r.mode = static_cast<ResizeMode>(a.mode);
  r.rounding = static_cast<SizeRounding>(a.size_rounding);
  r.subpixel_scale = a.subpixel_scale;
  r.has_max = a.has(TensorResizeArgs::kMaxSize);
  if (r.has_max) put(a.max_size, "maxSize", axes, r.max_size);
  r.has_roi = a.has(TensorResizeArgs::kRoiStart);
  if (r.has_roi) {
    put(a.roi_start, "roiStart", axes, r.roi_start);
    put(a.roi_end, "roiEnd", axes, r.roi_end);
  }
  put(a.alignment, "alignment", axes, alignment);
  r.alignment = alignment;
  resolve_axes(r, resize_filters(a), extent, in.shape.ndim, axis);
  for (int d = 0; d < in.shape.ndim; ++d) {
    if (extent[d] != in.shape[d] || !changes(axis[d])) axis[d] = kept_axis(in.shape[d]);
  }
}

// The dimensions from `first` to `last` become the axes of an image or a volume.
struct Span {
  int first, last;
};

// The dimensions that change, with those between them. An image has two axes, so a single one gets a neighbour.
Span find_span(const resample::Axis* axis, const Shape& in) {
  Span s = {in.ndim - 1, in.ndim - 1};
  bool any = false;
  for (int d = 0; d < in.ndim; ++d) {
    if (!changes(axis[d])) continue;
    if (!any) s.first = d;
    s.last = d;
    any = true;
  }
  if (s.last - s.first > 2) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected axes that change within 3 neighbouring ones but received changes from axis %d to axis %d", s.first,
         s.last);
  }
  if (s.first != s.last) return s;
  int64_t pixel = 1;
  for (int d = s.last + 1; d < in.ndim; ++d) pixel *= in[d];
  if (pixel > kMaxPixel && in[s.last + 1] <= kMaxAxis) {
    ++s.last;
  } else if (s.first > 0 && in[s.first - 1] <= kMaxAxis) {
    --s.first;
  }
  return s;
}

void lay_out(const resample::Axis* axis, const Shape& in, ResizeState& state) {
  const Span span = find_span(axis, in);
  const int count = span.last - span.first + 1, missing = count == 1;
  state.layout.spatial = count + missing;
  state.layout.first = span.first;
  int64_t channels = 1;
  for (int d = 0; d < span.first; ++d) state.layout.outer *= in[d];
  for (int d = span.last + 1; d < in.ndim; ++d) channels *= in[d];
  if (channels > INT32_MAX) {
    fail(ErrorCode::INVALID_INPUT, "Expected at most %d elements behind the axes that change but received %lld",
         INT32_MAX, static_cast<long long>(channels));
  }
  state.layout.channels = static_cast<int>(channels);
  bool all = true;
  for (int i = 0; i < state.layout.spatial; ++i) {
    state.axis[i] = i < missing ? kept_axis(1) : axis[span.first + i - missing];
    state.axis[i].outer = i + 1 < state.layout.spatial;
    state.part[i] = {0, state.axis[i].out, false};
    state.extent[i] = state.axis[i].in;
    all &= changes(state.axis[i]);
  }
  check_rows(state);
  if (all) set_origins(state);
}

void setup(const TensorResizeArgs& a, SampleSetup& s, ResizeState& state) {
  const TensorView& in = s.in[0];
  OutSpec& out = s.out[0];
  out = in;
  out.dtype = resize_dtype(in, a.has(TensorResizeArgs::kDtype), a.dtype);
  if (!in.shape.ndim) fail(ErrorCode::INVALID_INPUT, "Expected a tensor of 1 dimension or more but received a scalar");
  resample::Axis axis[kDims];
  find_axes(a, in, axis);
  lay_out(axis, in.shape, state);
  for (int d = 0; d < in.shape.ndim; ++d) out.shape[d] = axis[d].out;
  s.cost = resize_cost(state);
}

void run(const TensorResizeArgs&, SampleRun& s, ResizeState& state) {
  run_resize(state, s.in[0], s.out[0], s.local<ResizeLocal>(), *s.scratch);
}

}  // namespace

PENSTOCK_CPU_OP(tensor_resize, TensorResizeArgs, ResizeState, setup, run, kNone)

}  // namespace penstock::ops
