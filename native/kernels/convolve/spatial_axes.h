// The axes along which a filter's window lies: all but frames and channels.
#pragma once
#include <initializer_list>

#include "core/op.h"

namespace penstock::ops {

// The spatial axes [from, to) of a tensor.
struct SpatialAxes {
  int from, to;
  int count() const { return to - from; }
};

// Finds the axes by the layout: F and C may stand before them in any order, or C after them. Without a layout all axes
// are spatial. Throws INVALID_INPUT for another order, and unless there are `least` to `most` of them.
SpatialAxes spatial_axes(const OutSpec& in, int least, int most);

// Throws INVALID_INPUT unless the elements are of one of these.
void check_dtype(const OutSpec& in, std::initializer_list<DType> dtypes);

// What filters by rank take.
constexpr std::initializer_list<DType> kRankDTypes = {DType::uint8, DType::uint16, DType::int16, DType::float32};

// Throws INVALID_ARGUMENT unless the list has one value, or one per spatial axis.
template <class T>
void check_axis_values(const char* name, const ArgList<T>& list, int axes) {
  if (list.size == 1 || list.size == axes) return;
  fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or %d values (one per spatial axis) for %s but received %d", axes, name,
       list.size);
}

}  // namespace penstock::ops
