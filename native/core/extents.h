// What one tensor may be at most: extents that a slot's tables can hold, and so few bytes that no product of extents
// and no sum over a batch overflows. The program's runner asks this of everything that comes from outside or from a
// setup(), so that operators may multiply extents freely.
#pragma once
#include <string>

#include "core/error.h"
#include "core/tensor.h"

namespace penstock {

// Of the sums over a batch. A double holds every number up to here.
inline constexpr int64_t kMaxBatchBytes = int64_t{1} << 52;

// Extents from 0 to abi::maxExtent whose product, an extent of 0 counted as 1, makes at most abi::maxTensorBytes.
inline bool fits(const OutSpec& t) {
  int64_t bytes = dtype_size(t.dtype);
  for (int d = 0; d < t.shape.ndim; ++d) {
    const int64_t extent = t.shape[d];
    if (extent < 0 || extent > abi::maxExtent) return false;
    // The quotient is compared because the product may overflow.
    if (extent > 1 && bytes > abi::maxTensorBytes / extent) return false;
    if (extent > 1) bytes *= extent;
  }
  return true;
}

// "4 x 5 x 3 of uint8".
std::string extents_text(const OutSpec&);

// Throws `code` unless the tensor fits; `what` stands in "Expected ... for `what` but received".
void check_extents(const OutSpec&, ErrorCode code, const char* what);

}  // namespace penstock
