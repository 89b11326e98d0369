// The part of mfcc that CPU and GPU share: the transform as a matrix.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/tensor.h"
#include "generated/ops/mfcc.h"

namespace penstock::ops {

// The number of coefficients that are kept.
inline int64_t coefficients(const MfccArgs& a, int64_t bands) { return std::min<int64_t>(a.n_mfcc, bands); }

// A row for each coefficient, a column for each band; the lifter is in it.
void make_dct(const MfccArgs& a, int64_t bands, std::vector<float>& matrix);

}  // namespace penstock::ops
