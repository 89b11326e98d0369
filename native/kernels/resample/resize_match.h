// A resize with another library's numbers: what of its arguments there is, and its run on the CPU.
#pragma once
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
MatchSide match_side(const ResizeState& state, int d);

void run_match(const ResizeState& state, const TensorView& in, const TensorView& out, match::Matcher& matcher,
               Scratch& scratch);

}  // namespace penstock::ops
