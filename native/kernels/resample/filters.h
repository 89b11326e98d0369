// Resampling filters and the taps of one axis: which input samples make each output sample, with which weights.
// Positions are computed in float32, step by step, as DALI computes them: where a tap falls exactly on a filter's edge,
// the rounding decides whether it counts.
#pragma once
#include <cstdint>
#include <vector>

#include "generated/abi.h"

namespace penstock::resample {

// One axis of a resize. Output sample i covers the input from lo + i * (hi - lo) / out on; hi < lo flips.
struct Axis {
  int64_t in = 0, out = 0;
  float lo = 0, hi = 0;
  Interp filter = Interp::linear;
  bool antialias = true;
  // Not the innermost axis: nearest neighbour adds up its positions there, which moves exact ties.
  bool outer = false;
  // Subtracted from the positions before they are rounded to float32; see set_origins().
  int64_t origin = 0;

  bool operator==(const Axis& o) const {
    return in == o.in && out == o.out && lo == o.lo && hi == o.hi && filter == o.filter && antialias == o.antialias &&
           outer == o.outer && origin == o.origin;
  }
};

// Taps beyond the borders are folded onto the border samples, so every index lies inside.
struct Taps {
  int count = 0;               // output samples
  int taps = 0;                // weights per output sample, trailing ones may be 0
  bool pick = false;           // one tap of weight 1 each: samples are copied
  bool negative = false;       // some weight is below 0, so sums can leave the input's range
  float largest = 0;           // magnitude of a weight
  std::vector<int32_t> index;  // [count], index + taps <= in
  std::vector<float> weight;   // [count][taps], rows sum to 1

  // The input samples that are used.
  int begin = 0, end = 0;
};

// The part of an axis' output that is wanted, and whether it is wanted back to front.
struct Part {
  int64_t first = 0, count = 0;
  bool mirror = false;

  bool whole(const Axis& axis) const { return first == 0 && count == axis.out && !mirror; }
  bool operator==(const Part& o) const { return first == o.first && count == o.count && mirror == o.mirror; }
};

// DALI makes the intermediate image of two passes only as large as the region needs, and so counts positions of the
// second pass from there. Float32 rounding then differs where a position is an exact tie (nearest neighbour, Gaussian).
// Which pass comes second follows DALI's estimate of cost, as far as it can be told from its results.
void set_origins(Axis& y, Axis& x);

// Reuses the vectors' memory.
void make_taps(const Axis& axis, Taps& taps);

// Everything but the extents (`pick`, `largest`, ...) stays as it is for the whole axis, so that a part is computed as
// the whole would be.
void take_part(const Taps& whole, const Part& part, Taps& taps);

}  // namespace penstock::resample
