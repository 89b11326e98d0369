// Converts the arguments of a resize to axes: output extents, and each axis's sampled region and filter. Shared by
// resize, randomResizedCrop, resizeCropMirror and the operators fused with them.
#pragma once
#include <type_traits>

#include "core/args.h"
#include "core/op.h"
#include "kernels/match/match_rule.h"
#include "kernels/resample/filters.h"

namespace penstock::ops {

// An input as a stack of images or volumes: `outer` of them, spatial axes outermost first, channels innermost.
struct ResizeLayout {
  int spatial = 2;
  int first = 0;  // index of the first spatial dimension
  int64_t outer = 1;
  int channels = 1;
};
ResizeLayout resize_layout(const OutSpec& in);

// The state of a sample between setup() and run().
struct ResizeState {
  ResizeLayout layout;
  resample::Axis axis[3];  // outermost first
  resample::Part part[3];  // part of the output to compute; the whole unless an operator crops or mirrors
  int64_t extent[3] = {};  // of the input that the user sees; an axis has those of the one that is there
  match::Rule match;       // another library's numbers: the axes' filters do not count then
};

enum class ResizeMode : int { default_, stretch, not_larger, not_smaller };

// How a fractional extent becomes a whole one: to nearest, halves away from 0, or down or up.
enum class SizeRounding : int { round, truncate, ceil };

// The arguments as the user gave them, per axis, in float32.
struct ResizeRequest {
  ResizeMode mode = ResizeMode::default_;
  float size[abi::maxDims] = {};  // 0: not given; negative: mirrored
  bool has_max = false;
  float max_size[abi::maxDims] = {};  // 0: no limit
  bool has_roi = false, roi_relative = false, subpixel_scale = true;
  float roi_start[abi::maxDims] = {}, roi_end[abi::maxDims] = {};
  SizeRounding rounding = SizeRounding::round;
  // Per axis, the point of the region that stays where it is when its extent is adjusted to a rounded size; null: the
  // middle.
  const float* alignment = nullptr;
};

struct ResizeFilters {
  Interp min = Interp::linear, mag = Interp::linear;
  bool antialias = true;
  match::Rule match{};
};

// Makes the axes of `count` dimensions of the extents `in`.
void resolve_axes(const ResizeRequest& request, const ResizeFilters& filters, const int64_t* in, int count,
                  resample::Axis* axes);

// Fills extents, regions and filters of state.axis[]; state.layout is given.
void resolve_resize(const ResizeRequest& request, const ResizeFilters& filters, const Shape& in, ResizeState& state);

// Asks for an input that is decoded no larger than the output needs (core/shrink.h), and lays the axes out on it. To be
// called after resolve_resize() and before window_axis().
void shrink_input(SampleSetup& s, ResizeState& state);

// Makes an axis that maps [lo, hi) onto `out` samples.
resample::Axis resize_axis(int64_t in, int64_t out, float lo, float hi, const ResizeFilters& filters);

// Sets the part of the output along spatial axis `d` that is computed. An axis of nearest neighbours becomes the resize
// of the region that the window covers, because DALI rounds positions so: that decides ties, and nothing else.
void window_axis(ResizeState& state, int d, const resample::Part& part, const ResizeFilters& filters);

// Chooses the origins of a 2-D resize's axes; after the last window_axis().
void set_origins(ResizeState& state);

// Throws for rows that the kernels cannot count.
void check_rows(const ResizeState& state);

// The dtype of the output: that of the input, or float32.
DType resize_dtype(const OutSpec& in, bool has_dtype, DType dtype);

// The output's shape, layout and dtype.
OutSpec resize_output(const OutSpec& in, const ResizeState& state, bool has_dtype, DType dtype);

// Expands a list argument, which has one value for all axes or one for each.
void spread(const ArgList<float>& list, const char* name, int count, float* out);

[[noreturn]] void fail_resize_z();

// The arguments that belong to a match.
struct MatchArgs {
  int profile, filter;  // positions in the lists of op.json; -1: no matchFilter
  Interp interp;
  bool antialias;
  bool has_antialias, has_filters, has_subpixel_scale;
};
match::Rule resize_match(const MatchArgs& args);

template <class Args, class = void>
struct TakesMatch : std::false_type {};
template <class Args>
struct TakesMatch<Args, std::void_t<decltype(Args::kMatch)>> : std::true_type {};
template <class Args, class = void>
struct TakesSubpixelScale : std::false_type {};
template <class Args>
struct TakesSubpixelScale<Args, std::void_t<decltype(Args::kSubpixelScale)>> : std::true_type {};

template <class Args>
ResizeFilters resize_filters(const Args& a) {
  ResizeFilters f;
  f.min = a.has(Args::kMinFilter) ? a.min_filter : a.interp_type;
  f.mag = a.has(Args::kMagFilter) ? a.mag_filter : a.interp_type;
  f.antialias = a.antialias;
  if constexpr (TakesMatch<Args>::value) {
    MatchArgs m = {static_cast<int>(a.match), -1, a.interp_type, a.antialias, a.has(Args::kAntialias), false, false};
    if (a.has(Args::kMatchFilter)) m.filter = static_cast<int>(a.match_filter);
    m.has_filters = a.has(Args::kMinFilter) || a.has(Args::kMagFilter);
    if constexpr (TakesSubpixelScale<Args>::value) {
      m.has_subpixel_scale = a.has(Args::kSubpixelScale) && a.subpixel_scale;
    }
    f.match = resize_match(m);
  }
  return f;
}

template <class Args>
ResizeRequest resize_request(const Args& a, int spatial) {
  ResizeRequest r;
  r.mode = static_cast<ResizeMode>(a.mode);
  const bool xyz = a.has(Args::kResizeX) || a.has(Args::kResizeY) || a.has(Args::kResizeZ);
  const bool shorter = a.has(Args::kResizeShorter), longer = a.has(Args::kResizeLonger);
  if (xyz) {
    if (a.has(Args::kResizeZ) && spatial < 3) fail_resize_z();
    r.size[spatial - 1] = a.resize_x;
    r.size[spatial - 2] = a.resize_y;
    if (spatial == 3) r.size[0] = a.resize_z;
  } else if (shorter || longer) {
    r.mode = shorter ? ResizeMode::not_smaller : ResizeMode::not_larger;
    for (int d = 0; d < spatial; ++d) r.size[d] = shorter ? a.resize_shorter : a.resize_longer;
  } else {
    spread(a.size, "size", spatial, r.size);
  }
  r.has_max = a.has(Args::kMaxSize);
  if (r.has_max) spread(a.max_size, "maxSize", spatial, r.max_size);
  r.has_roi = a.has(Args::kRoiStart);
  if (r.has_roi) {
    spread(a.roi_start, "roiStart", spatial, r.roi_start);
    spread(a.roi_end, "roiEnd", spatial, r.roi_end);
  }
  r.roi_relative = a.roi_relative;
  r.subpixel_scale = a.subpixel_scale;
  return r;
}

}  // namespace penstock::ops
