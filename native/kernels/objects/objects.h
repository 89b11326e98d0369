// The objects of a labelled mask: maximal sets of elements of one label that touch along an edge or a face, and their
// bounding boxes.
#pragma once
#include "core/op.h"

namespace penstock::ops {

inline constexpr int kMaxMaskDims = 6;

struct MaskObject {
  int32_t label;
  int32_t number;                                  // objects are counted in the order of their first elements
  int32_t start[kMaxMaskDims], end[kMaxMaskDims];  // per dimension, the end exclusive

  // Whether the box is at least `least` long along each of n dimensions.
  bool reaches(const ArgList<int32_t>& least, int n) const {
    for (int d = 0; d < n; ++d) {
      if (end[d] - start[d] < least.at(d)) return false;
    }
    return true;
  }
  int64_t volume(int n) const {
    int64_t v = 1;
    for (int d = 0; d < n; ++d) v *= end[d] - start[d];
    return v;
  }
};

struct MaskObjects {
  MaskObject* list = nullptr;
  int32_t count = 0;
};

// Which labels are those of objects: all but `background`, or those in `classes` unless that is null.
struct ObjectLabels {
  int32_t background = 0;
  const ArgList<int32_t>* classes = nullptr;

  bool has(int64_t label) const {
    if (!classes) return label != background;
    for (int32_t one : *classes) {
      if (one == label) return true;
    }
    return false;
  }
};

// Finds the objects, in the order of their first elements. The mask has at most 2^31 - 1 elements, of a dtype that
// takes_labels(); the list is in scratch memory.
MaskObjects find_objects(const TensorView& mask, const ObjectLabels& labels, Scratch& scratch);

inline bool takes_labels(DType dtype) {
  return dtype == DType::uint8 || dtype == DType::int8 || dtype == DType::uint16 || dtype == DType::int16 ||
         dtype == DType::uint32 || dtype == DType::int32 || dtype == DType::boolean;
}

}  // namespace penstock::ops
