// See geometry.h. Extents and scales are float32 throughout, as in DALI, so that halves round in the same direction.
#include "kernels/resample/geometry.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "kernels/resample/resize_match.h"

namespace penstock::ops {
namespace {

constexpr double kMaxExtent = 1 << 24;  // below this float32 positions are exact
// Limits of a row, and of what kernels may access beyond its ends, because kernels count in 32 bits.
constexpr int64_t kMaxRow = INT32_MAX, kRowEnds = 128;

// Output extents in fractions of pixels; negative extents are mirrored axes.
void output_extents(const ResizeRequest& r, const float* in, int spatial, float* out) {
  float scale[abi::maxDims];
  bool given[abi::maxDims];
  int count = 0;
  for (int d = 0; d < spatial; ++d) {
    given[d] = out[d] != 0 && in[d] != 0;
    scale[d] = in[d] != 0 ? out[d] / in[d] : 1;
    count += given[d];
  }
  if (count == 0) {
    // The limits of maxSize count for what is resized alone, as in DALI.
    for (int d = 0; d < spatial; ++d) out[d] = in[d];
    return;
  }
  if (r.mode == ResizeMode::default_ || r.mode == ResizeMode::stretch) {
    double product = 1;
    for (int d = 0; d < spatial; ++d) product *= given[d] ? std::abs(scale[d]) : 1;
    if (r.mode == ResizeMode::stretch) product = 1;
    const float mean = static_cast<float>(count > 1 ? std::pow(product, 1.0 / count) : product);
    for (int d = 0; d < spatial; ++d) {
      if (!given[d]) out[d] = in[d] * mean;
    }
  } else {
    double common = 0;  // in double: the scale that maxSize gives is not rounded to float32
    bool first = true;
    for (int d = 0; d < spatial; ++d) {
      if (!given[d]) continue;
      const float s = std::abs(scale[d]);
      if (first || (r.mode == ResizeMode::not_smaller ? s > common : s < common)) common = s;
      first = false;
    }
    for (int d = 0; d < spatial && r.has_max; ++d) {
      if (r.max_size[d] > 0 && in[d] != 0) common = std::min(common, static_cast<double>(r.max_size[d]) / in[d]);
    }
    for (int d = 0; d < spatial; ++d) {
      if (!given[d] || std::abs(scale[d]) != common)
        out[d] = static_cast<float>(std::copysign(in[d] * common, scale[d]));
    }
  }
  if (r.has_max) {
    for (int d = 0; d < spatial; ++d) {
      if (r.max_size[d] > 0) out[d] = std::clamp(out[d], -r.max_size[d], r.max_size[d]);
    }
  }
}

void check_extent(float out) {
  if (std::abs(out) <= kMaxExtent) return;
  fail(ErrorCode::INVALID_ARGUMENT, "Expected at most %g pixels for the output size but received %g", kMaxExtent, out);
}

int64_t rounded(float extent, SizeRounding how) {
  if (how == SizeRounding::round) return std::lround(extent);
  return static_cast<int64_t>(how == SizeRounding::ceil ? std::ceil(extent) : extent);
}

}  // namespace

ResizeLayout resize_layout(const OutSpec& in) {
  Layout layout = in.layout;
  if (layout.empty()) layout = in.shape.ndim == 2 ? "HW" : in.shape.ndim == 4 ? "FHWC" : "HWC";
  const int ndim = static_cast<int>(layout.view().size()), h = layout.find('H'), w = layout.find('W');
  if (ndim != in.shape.ndim || h < 0 || w != h + 1) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected layout HWC, HW, CHW, DHWC or these with frames for the input but received %s with %d dimensions",
         in.layout.empty() ? "none" : in.layout.name, in.shape.ndim);
  }
  ResizeLayout out;
  const int d = layout.find('D');
  out.first = d >= 0 ? d : h;
  out.spatial = d >= 0 ? 3 : 2;
  const int after = ndim - 1 - w;
  if ((d >= 0 && d != h - 1) || after > 1 || (after == 1 && layout.name[ndim - 1] != 'C')) {
    fail(ErrorCode::INVALID_INPUT, "Expected neighbouring spatial axes for the input but received layout %s",
         layout.name);
  }
  for (int i = 0; i < out.first; ++i) out.outer *= in.shape[i];
  out.channels = after ? static_cast<int>(in.shape[ndim - 1]) : 1;
  return out;
}

resample::Axis resize_axis(int64_t in, int64_t out, float lo, float hi, const ResizeFilters& filters) {
  resample::Axis axis;
  axis.in = in;
  axis.out = out;
  axis.lo = lo;
  axis.hi = hi;
  // hi - lo in float32: with a kept scale of 1 it is often off by one unit in the last place.
  axis.filter = static_cast<float>(out) < std::abs(hi - lo) ? filters.min : filters.mag;
  axis.antialias = filters.antialias;
  return axis;
}

void resolve_axes(const ResizeRequest& r, const ResizeFilters& filters, const int64_t* in, int count,
                  resample::Axis* axes) {
  float extent[abi::maxDims], out[abi::maxDims], lo[abi::maxDims], hi[abi::maxDims];
  for (int d = 0; d < count; ++d) {
    if (in[d] > kMaxExtent) {
      fail(ErrorCode::INVALID_INPUT, "Expected an input of at most %g pixels along each axis but received %lld",
           kMaxExtent, static_cast<long long>(in[d]));
    }
    const float size = static_cast<float>(in[d]);
    lo[d] = 0;
    hi[d] = size;
    if (r.has_roi) {
      lo[d] = r.roi_relative ? r.roi_start[d] * size : r.roi_start[d];
      hi[d] = r.roi_relative ? r.roi_end[d] * size : r.roi_end[d];
      if (!(std::abs(lo[d]) <= kMaxExtent && std::abs(hi[d]) <= kMaxExtent)) {
        fail(ErrorCode::INVALID_ARGUMENT, "Expected pixel positions for roiStart and roiEnd but received %g and %g",
             r.roi_start[d], r.roi_end[d]);
      }
    }
    out[d] = r.size[d];
    if (hi[d] < lo[d]) {
      std::swap(lo[d], hi[d]);
      out[d] = -out[d];
    }
    // The least extent of a region; without an extent there would be no scale.
    constexpr float kLeast = 1e-3f;
    if (r.has_roi && hi[d] - lo[d] < kLeast && size > 0) {
      lo[d] -= 0.5f * kLeast;
      hi[d] += 0.5f * kLeast;
    }
    extent[d] = hi[d] - lo[d];
    check_extent(out[d]);
  }
  output_extents(r, extent, count, out);
  for (int d = 0; d < count; ++d) {
    if (out[d] < 0) std::swap(lo[d], hi[d]);
    const float asked = std::max(std::abs(out[d]), 0.1f);
    check_extent(asked);
    const int64_t size = std::max<int64_t>(in[d] > 0, rounded(asked, r.rounding));
    if (r.subpixel_scale && static_cast<float>(size) != asked) {
      const double ratio = static_cast<double>(size) / asked, share = r.alignment ? r.alignment[d] : 0.5;
      const double kept = static_cast<double>(lo[d]) * (1 - share) + static_cast<double>(hi[d]) * share;
      lo[d] = static_cast<float>(kept + (lo[d] - kept) * ratio);
      hi[d] = static_cast<float>(kept + (hi[d] - kept) * ratio);
    }
    axes[d] = resize_axis(in[d], in[d] > 0 ? size : 0, lo[d], hi[d], filters);
    axes[d].outer = d + 1 < count;
  }
}

void resolve_resize(const ResizeRequest& r, const ResizeFilters& filters, const Shape& in, ResizeState& state) {
  const int spatial = state.layout.spatial;
  state.match = filters.match;
  if (state.match.given()) check_match_layout(state.layout);
  int64_t extents[3] = {};
  for (int d = 0; d < spatial; ++d) extents[d] = in[state.layout.first + d];
  ResizeRequest request = r;
  request.subpixel_scale &= !state.match.given();
  resolve_axes(request, filters, extents, spatial, state.axis);
  for (int d = 0; d < spatial; ++d) {
    state.part[d] = {0, state.axis[d].out, false};
    state.extent[d] = extents[d];
    if (state.match.given()) check_match_region(state.axis[d]);
  }
  check_rows(state);
  set_origins(state);
}

void check_rows(const ResizeState& state) {
  const resample::Axis& x = state.axis[state.layout.spatial - 1];
  const int64_t width = std::max(x.in, x.out) + kRowEnds;
  if (width * state.layout.channels > kMaxRow) {
    fail(ErrorCode::INVALID_INPUT, "Expected rows of at most %lld numbers but received %lld pixels of %d channels",
         static_cast<long long>(kMaxRow), static_cast<long long>(width - kRowEnds), state.layout.channels);
  }
}

void shrink_input(SampleSetup& s, ResizeState& state) {
  if (!s.shrinkable || state.match.given() || state.layout.spatial != 2 || state.layout.first != 0) return;
  double least = 0;
  for (int d = 0; d < 2; ++d) {
    const resample::Axis& axis = state.axis[d];
    const double region = std::abs(static_cast<double>(axis.hi) - axis.lo);
    // Without a filter that covers all input pixels, the output takes single ones: those must be there.
    if (!axis.out || !(region > 0) || axis.filter == Interp::nn || !axis.antialias) return;
    least = std::max(least, static_cast<double>(axis.out) / region);
  }
  Shrunk small;
  if (!(least < 1) || !s.shrinkable->shrink(least, small)) return;
  for (int d = 0; d < 2; ++d) {
    resample::Axis& axis = state.axis[d];
    axis.in = small.extent[d];
    axis.lo = static_cast<float>(small.offset[d] + axis.lo * small.scale[d]);
    axis.hi = static_cast<float>(small.offset[d] + axis.hi * small.scale[d]);
  }
  set_origins(state);
}

void set_origins(ResizeState& state) {
  if (state.layout.spatial == 2 && state.axis[0].out > 0 && state.axis[1].out > 0) {
    resample::set_origins(state.axis[0], state.axis[1]);
  }
}

void window_axis(ResizeState& state, int d, const resample::Part& part, const ResizeFilters& filters) {
  resample::Axis& axis = state.axis[d];
  state.part[d] = part;
  if (axis.in == 0 || part.count == 0 || state.match.given()) return;
  const double scale = (static_cast<double>(axis.hi) - axis.lo) / static_cast<double>(axis.out);
  float lo = static_cast<float>(axis.lo + static_cast<double>(part.first) * scale);
  float hi = static_cast<float>(axis.lo + static_cast<double>(part.first + part.count) * scale);
  if (part.mirror) std::swap(lo, hi);
  resample::Axis window = resize_axis(axis.in, part.count, lo, hi, filters);
  if (window.filter != Interp::nn) return;
  window.outer = axis.outer;
  axis = window;
  state.part[d] = {0, part.count, false};
}

DType resize_dtype(const OutSpec& in, bool has_dtype, DType dtype) {
  if (in.dtype != DType::uint8 && in.dtype != DType::uint16 && in.dtype != DType::int16 && in.dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected uint8, uint16, int16 or float32 for the input but received %s",
         dtype_name(in.dtype));
  }
  if (has_dtype && dtype != in.dtype && dtype != DType::float32) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %s (the input's) or float32 for dtype but received %s",
         dtype_name(in.dtype), dtype_name(dtype));
  }
  return has_dtype ? dtype : in.dtype;
}

OutSpec resize_output(const OutSpec& in, const ResizeState& state, bool has_dtype, DType dtype) {
  OutSpec out = in;
  out.dtype = resize_dtype(in, has_dtype, dtype);
  if (state.match.given()) check_match_dtype(state.match, in.dtype, out.dtype);
  for (int d = 0; d < state.layout.spatial; ++d) out.shape[state.layout.first + d] = state.part[d].count;
  if (out.layout.empty()) out.layout = in.shape.ndim == 2 ? "HW" : in.shape.ndim == 4 ? "FHWC" : "HWC";
  return out;
}

void spread(const ArgList<float>& list, const char* name, int count, float* out) {
  if (list.size != 1 && list.size != count) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or %d values for %s but received %d", count, name, list.size);
  }
  for (int i = 0; i < count; ++i) out[i] = list.at(i);
}

void fail_resize_z() {
  fail(ErrorCode::INVALID_ARGUMENT, "Expected a volume (layout with D) for resizeZ but received an image");
}

}  // namespace penstock::ops
