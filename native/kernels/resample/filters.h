// Resampling filters and the taps of one axis: the input samples of each output sample, and their weights. Positions
// are computed in float32, step by step as in DALI, because rounding decides whether a tap exactly on a filter's edge
// counts.
#pragma once
#include <cstdint>
#include <vector>

#include "generated/abi.h"

namespace penstock::resample {

// One axis of a resize. Output sample i begins at input position lo + i * (hi - lo) / out. hi < lo mirrors the axis.
struct Axis {
  int64_t in = 0, out = 0;
  float lo = 0, hi = 0;
  Interp filter = Interp::linear;
  bool antialias = true;
  // True for all axes but the innermost. Nearest neighbour accumulates the positions of outer axes, as DALI does, which
  // changes the result of exact ties.
  bool outer = false;
  // Subtracted from the positions before they are rounded to float32; see set_origins().
  int64_t origin = 0;

  bool operator==(const Axis& o) const {
    return in == o.in && out == o.out && lo == o.lo && hi == o.hi && filter == o.filter && antialias == o.antialias &&
           outer == o.outer && origin == o.origin;
  }
};

// The taps of an axis. Weights of samples beyond the borders are added to the border samples, so all indices are valid.
struct Taps {
  int count = 0;               // output samples
  int taps = 0;                // weights per output sample, trailing ones may be 0
  bool pick = false;           // every output sample has one tap of weight 1, so samples are copied
  bool negative = false;       // a weight is negative, so sums can exceed the input's range
  float largest = 0;           // largest magnitude of a weight
  std::vector<int32_t> index;  // [count], index + taps <= in
  std::vector<float> weight;   // [count][taps], rows sum to 1

  // The range of input samples that are used.
  int begin = 0, end = 0;
};

// The part of an axis's output that is computed, and whether it is mirrored.
struct Part {
  int64_t first = 0, count = 0;
  bool mirror = false;

  bool whole(const Axis& axis) const { return first == 0 && count == axis.out && !mirror; }
  bool operator==(const Part& o) const { return first == o.first && count == o.count && mirror == o.mirror; }
};

// DALI makes the intermediate image of two passes only as large as the region needs, and so counts positions of the
// second pass from there. Float32 rounding then differs where a position is an exact tie (nearest neighbour, Gaussian).
// Which pass comes second follows DALI's estimate of cost, as far as DALI's results show it.
void set_origins(Axis& y, Axis& x);

// Computes the taps of an axis. Reuses the memory of the vectors in `taps`.
void make_taps(const Axis& axis, Taps& taps);

// Takes the taps of a part. Properties such as `pick` and `largest` remain those of the whole axis, so that a part has
// the same values as in a whole output.
void take_part(const Taps& whole, const Part& part, Taps& taps);

}  // namespace penstock::resample
