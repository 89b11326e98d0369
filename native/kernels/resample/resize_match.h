// A resize with another library's numbers: what of its arguments there is, and its run on the CPU.
#pragma once
#include <algorithm>
#include <cmath>

#include "core/scratch.h"
#include "kernels/match/match.h"
#include "kernels/resample/geometry.h"

namespace penstock::ops {

// Throw for what no other library has.
void check_match_layout(const ResizeLayout& layout);
void check_match_region(const resample::Axis& axis);
void check_match_dtype(const match::Rule& rule, DType in, DType out);

// Spatial axis `d` as the matcher takes it, and the first sample of its region.
struct MatchSide {
  match::Side side;
  int64_t begin;
};
inline MatchSide match_side(const ResizeState& state, int d) {
  const resample::Axis& axis = state.axis[d];
  MatchSide s;
  s.begin = static_cast<int64_t>(std::min(axis.lo, axis.hi));
  s.side.in = static_cast<int>(std::abs(axis.hi - axis.lo));
  s.side.out = static_cast<int>(axis.out);
  s.side.part = state.part[d];
  if (axis.hi < axis.lo) {  // the axis is mirrored, and the part of it may be once more
    s.side.part.first = axis.out - s.side.part.first - s.side.part.count;
    s.side.part.mirror = !s.side.part.mirror;
  }
  return s;
}

void run_match(const ResizeState& state, const TensorView& in, const TensorView& out, match::Matcher& matcher,
               Scratch& scratch);

}  // namespace penstock::ops
