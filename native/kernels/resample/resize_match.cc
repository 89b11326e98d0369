// See resize_match.h.
#include "kernels/resample/resize_match.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/tensor.h"

namespace penstock::ops {
namespace {

using match::Filter;
using match::Profile;

// In the order of op.json.
constexpr const char* kProfiles[] = {"dali", "pillow", "pillow-12", "torchvision", "torchvision-float", "opencv"};
constexpr Filter kMore[] = {Filter::box, Filter::hamming, Filter::area, Filter::lanczos4, Filter::nearest_exact};

const char* name_of(Profile profile) { return kProfiles[static_cast<int>(profile)]; }

[[noreturn]] void refuse(Profile profile, const char* expected, const char* received) {
  fail(ErrorCode::INVALID_ARGUMENT, "Expected %s for match '%s' but received %s", expected, name_of(profile), received);
}

Filter filter_of(Profile profile, Interp interp) {
  switch (interp) {
    case Interp::nn: return Filter::nearest;
    case Interp::cubic: return Filter::cubic;
    case Interp::lanczos3: return Filter::lanczos3;
    case Interp::gaussian: refuse(profile, "interpType nn, linear, cubic or lanczos3", "gaussian");
    default: return Filter::linear;
  }
}

}  // namespace

match::Rule resize_match(const MatchArgs& a) {
  match::Rule rule;
  rule.profile = static_cast<Profile>(a.profile);
  if (!rule.given()) {
    if (a.filter >= 0) {
      fail(ErrorCode::INVALID_ARGUMENT,
           "Expected match: the library whose filter it is, for matchFilter but received match 'dali'");
    }
    return rule;
  }
  if (a.has_filters) refuse(rule.profile, "interpType for both directions", "minFilter or magFilter");
  if (a.has_subpixel_scale) {
    refuse(rule.profile, "no subpixelScale, because the scale follows from the whole extents", "true");
  }
  rule.filter = a.filter >= 0 ? kMore[a.filter] : filter_of(rule.profile, a.interp);
  rule.antialias = match::widens(rule.profile, a.has_antialias, a.antialias);
  if (const char* expected = match::refused_filter(rule)) refuse(rule.profile, expected, "another one");
  return rule;
}

void check_match_layout(const ResizeLayout& layout) {
  if (layout.spatial == 2) return;
  fail(ErrorCode::INVALID_INPUT, "Expected images or frames for a resize with match but received a volume");
}

void check_match_region(const resample::Axis& axis) {
  const double lo = std::min(axis.lo, axis.hi), hi = std::max(axis.lo, axis.hi);
  const bool whole = lo == std::floor(lo) && hi == std::floor(hi) && lo >= 0 && hi <= static_cast<double>(axis.in);
  if (whole && (hi > lo || axis.in == 0)) return;
  fail(ErrorCode::INVALID_ARGUMENT,
       "Expected a region of whole pixels inside the image for match, because it is cut out before the resize, but "
       "received %g to %g of %lld pixels",
       lo, hi, static_cast<long long>(axis.in));
}

void check_match_dtype(const match::Rule& rule, DType in, DType out) {
  if (in != out) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected the input's dtype for match '%s', with a cast before or after the resize, but received %s to %s",
         name_of(rule.profile), dtype_name(in), dtype_name(out));
  }
  if (const char* expected = match::refused_dtype(rule, in)) {
    fail(ErrorCode::INVALID_INPUT, "Expected %s for match '%s' but received %s", expected, name_of(rule.profile),
         dtype_name(in));
  }
}

void run_match(const ResizeState& s, const TensorView& in, const TensorView& out, match::Matcher& matcher,
               Scratch& scratch) {
  const MatchSide y = match_side(s, 0), x = match_side(s, 1);
  matcher.plan(s.match, in.dtype, y.side, x.side);
  const int64_t channels = s.layout.channels, bytes = dtype_size(in.dtype), pitch = s.axis[1].in * channels;
  const uint8_t* from = in.as<const uint8_t>() + (y.begin * pitch + x.begin * channels) * bytes;
  uint8_t* to = out.as<uint8_t>();
  for (int64_t i = 0; i < s.layout.outer; ++i) {
    matcher.image(from, pitch, static_cast<int>(channels), to, scratch);
    from += s.axis[0].in * pitch * bytes;
    to += s.part[0].count * s.part[1].count * channels * bytes;
  }
}

}  // namespace penstock::ops
