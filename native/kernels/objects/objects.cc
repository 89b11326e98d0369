// See objects.h. Disjoint sets: each element points at an earlier one of its object, or at itself when it is the first.
#include "kernels/objects/objects.h"

#include <algorithm>

#include "core/dispatch.h"

namespace penstock::ops {
namespace {

constexpr int32_t kNone = -1;

// The first element of the object; paths are halved on the way.
int32_t root_of(int32_t* parent, int32_t i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

// Joins the objects of two elements, at the earlier of their first elements.
void join(int32_t* parent, int32_t a, int32_t b) {
  a = root_of(parent, a);
  b = root_of(parent, b);
  parent[std::max(a, b)] = std::min(a, b);
}

struct Walk {
  const Shape& shape;
  int32_t stride[kMaxMaskDims];
  int32_t at[kMaxMaskDims] = {};  // coordinates of the element

  explicit Walk(const Shape& s) : shape(s) {
    int32_t step = 1;
    for (int d = s.ndim - 1; d >= 0; --d) {
      stride[d] = step;
      step *= static_cast<int32_t>(s[d]);
    }
  }
  void next() {
    for (int d = shape.ndim - 1; d >= 0 && ++at[d] == shape[d]; --d) at[d] = 0;
  }
};

template <class T>
void join_neighbours(const T* mask, const Shape& shape, const ObjectLabels& labels, int32_t* parent) {
  Walk walk(shape);
  const auto count = static_cast<int32_t>(shape.volume());
  T known{};
  bool is_object = labels.has(static_cast<int64_t>(known));
  for (int32_t i = 0; i < count; ++i, walk.next()) {
    const T label = mask[i];
    if (label != known) {
      known = label;
      is_object = labels.has(static_cast<int64_t>(label));
    }
    parent[i] = is_object ? i : kNone;
    for (int d = 0; is_object && d < shape.ndim; ++d) {
      if (walk.at[d] > 0 && mask[i - walk.stride[d]] == label) join(parent, i, i - walk.stride[d]);
    }
  }
}

// Makes the list of objects; parent[i] becomes the number of the element's object.
template <class T>
MaskObjects boxes_of(const T* mask, const Shape& shape, int32_t* parent, Scratch& scratch) {
  const auto count = static_cast<int32_t>(shape.volume());
  MaskObjects found;
  for (int32_t i = 0; i < count; ++i) found.count += parent[i] == i;
  found.list = scratch.get<MaskObject>(std::max(found.count, 1));
  Walk walk(shape);
  int32_t made = 0;
  for (int32_t i = 0; i < count; ++i, walk.next()) {
    if (parent[i] == kNone) continue;
    if (parent[i] == i) {
      // An element that comes later and points at this one finds the number here.
      parent[i] = made;
      MaskObject& o = found.list[made];
      o.number = made++;
      o.label = static_cast<int32_t>(mask[i]);
      for (int d = 0; d < shape.ndim; ++d) {
        o.start[d] = walk.at[d];
        o.end[d] = walk.at[d] + 1;
      }
      continue;
    }
    parent[i] = parent[parent[i]];
    MaskObject& o = found.list[parent[i]];
    for (int d = 0; d < shape.ndim; ++d) {
      o.start[d] = std::min(o.start[d], walk.at[d]);
      o.end[d] = std::max(o.end[d], walk.at[d] + 1);
    }
  }
  return found;
}

}  // namespace

MaskObjects find_objects(const TensorView& mask, const ObjectLabels& labels, Scratch& scratch) {
  auto* parent = scratch.get<int32_t>(mask.shape.volume());
  MaskObjects found;
  dispatch(mask.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T>) {
      const T* data = mask.as<const T>();
      join_neighbours(data, mask.shape, labels, parent);
      found = boxes_of(data, mask.shape, parent, scratch);
    }
  });
  return found;
}

}  // namespace penstock::ops
