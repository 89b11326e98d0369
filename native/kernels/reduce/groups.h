// Divides the elements of a tensor into groups that are reduced to one value each: all elements with the same position
// along the dimensions that are not reduced. CPU and GPU share it.
#pragma once
#include <cstdint>

#include "core/tensor.h"

namespace penstock::ops {

// The shape after merging neighbouring dimensions that are treated alike; dimensions of extent 1 are dropped.
struct Groups {
  int32_t ndim = 0;  // number of dimensions after merging; 0 for a single element
  bool reduced[abi::maxDims] = {};
  int64_t extent[abi::maxDims] = {};
  int64_t group_step[abi::maxDims] = {};  // from one group to the next; 0 where reduced
  int64_t groups = 1;
  int64_t count = 1;  // elements of a group

  // Finds group_step, groups and count, once the dimensions are there.
  void count_groups() {
    for (int d = ndim - 1; d >= 0; --d) {
      int64_t& size = reduced[d] ? count : groups;
      if (!reduced[d]) group_step[d] = size;
      size *= extent[d];
    }
  }
};

// Bit d of `reduced`: whether dimension d is reduced.
inline void make_groups(const Shape& shape, uint32_t reduced, Groups& g) {
  for (int d = 0; d < shape.ndim; ++d) {
    if (shape[d] == 1) continue;
    const bool reduce = reduced >> d & 1;
    if (g.ndim && g.reduced[g.ndim - 1] == reduce) {
      g.extent[g.ndim - 1] *= shape[d];
    } else {
      g.extent[g.ndim] = shape[d];
      g.reduced[g.ndim++] = reduce;
    }
  }
  g.count_groups();
}

}  // namespace penstock::ops
