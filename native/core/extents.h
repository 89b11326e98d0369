// Limits on one tensor: its extents fit in a slot's tables, and its bytes are so few that no product of extents and no
// sum over a batch overflows. The program checks every shape that comes from outside or from a setup(), so operators
// may multiply extents freely.
#pragma once
#include <string>

#include "core/error.h"
#include "core/tensor.h"

namespace penstock {

// The limit on sums over a batch. A double represents every whole number up to it.
inline constexpr int64_t kMaxBatchBytes = int64_t{1} << 52;

// Whether the extents are from 0 to abi::maxExtent and the tensor takes at most abi::maxTensorBytes. An extent of 0
// counts as 1 in the product.
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

// The extents and the dtype as text: "4 x 5 x 3 of uint8".
std::string extents_text(const OutSpec&);

// The product of the extents of dimensions `from` to `to` - 1.
inline int64_t volume_between(const Shape& shape, int from, int to) {
  int64_t volume = 1;
  for (int d = from; d < to; ++d) volume *= shape[d];
  return volume;
}

// Whether the elements lie along one dimension: there is one at least, and no second one of more than one element.
inline bool one_dimensional(const OutSpec& t) {
  int long_ones = 0;
  for (int d = 0; d < t.shape.ndim; ++d) long_ones += t.shape[d] > 1;
  return t.shape.ndim > 0 && long_ones <= 1;
}

// Throws `code` unless the tensor fits; the message is "Expected ... for `what` but received ...".
void check_extents(const OutSpec&, ErrorCode code, const char* what);

}  // namespace penstock
