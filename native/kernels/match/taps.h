// The input samples of each output sample along one axis, and their weights, as another library chooses them.
#pragma once
#include <vector>

#include "core/tensor.h"
#include "kernels/match/match_rule.h"
#include "kernels/resample/filters.h"

namespace penstock::match {

struct Taps {
  Sum sum = Sum::copy;
  int count = 0, most = 0;  // output samples; the taps of the one that has most
  int shift = 0;            // fixed: bits of the weights' fraction
  int32_t largest = 0;      // fixed: the largest magnitude of a weight
  std::vector<int32_t> first, number;
  std::vector<int32_t> fixed;  // [count][most]
  std::vector<double> real;    // [count][most]

  // The range of input samples that are used.
  int begin = 0, end = 0;
};

// Whether the library widens its filters where an axis shrinks, given what was asked for.
bool widens(Profile profile, bool asked, bool wanted);

// Null where the library has the filter, or the dtype; else what it has.
const char* refused_filter(const Rule& rule);
const char* refused_dtype(const Rule& rule, DType dtype);

// The taps of an axis of `in` samples that becomes one of `out`.
void make_taps(const Rule& rule, DType dtype, int in, int out, Taps& taps);

// Whether the pass down comes before the pass across.
bool down_first(const Rule& rule, int in_height, int out_height, int in_width, int out_width);

// The taps of a part of the output.
void take_part(const Taps& whole, const resample::Part& part, Taps& taps);

}  // namespace penstock::match
