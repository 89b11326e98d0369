// Bounding boxes as operators see them: tensors of four float32 a box, in corners (left, top, right, bottom) or as a
// corner and sides (left, top, width, height). CPU and GPU share the arithmetic, which is DALI's in single precision.
#pragma once
#include <cmath>

#include "core/extents.h"
#include "core/host_device.h"
#include "core/op.h"

namespace penstock::ops {

struct Box {
  float left, top, right, bottom;
};

// Boxes as a corner and sides are turned into corners even where nothing is computed, as in DALI: the last bits show
// it.
PENSTOCK_HD Box load_box(const float* p, bool ltrb) {
  return ltrb ? Box{p[0], p[1], p[2], p[3]} : Box{p[0], p[1], p[0] + p[2], p[1] + p[3]};
}
PENSTOCK_HD void store_box(float* p, const Box& b, bool ltrb) {
  p[0] = b.left;
  p[1] = b.top;
  p[2] = ltrb ? b.right : b.right - b.left;
  p[3] = ltrb ? b.bottom : b.bottom - b.top;
}

PENSTOCK_HD float box_area(const Box& b) { return (b.right - b.left) * (b.bottom - b.top); }

// Intersection over union of two boxes; 0 for boxes that do not overlap.
PENSTOCK_HD float box_overlap(const Box& a, const Box& b) {
  const float left = a.left > b.left ? a.left : b.left, right = a.right < b.right ? a.right : b.right;
  const float top = a.top > b.top ? a.top : b.top, bottom = a.bottom < b.bottom ? a.bottom : b.bottom;
  if (!(right > left && bottom > top)) return 0;
  const float common = (right - left) * (bottom - top);
  return common / (box_area(a) + box_area(b) - common);
}

// Throws INVALID_INPUT unless the tensor holds float32 boxes: a number of elements that is a multiple of four.
inline void check_boxes(const TensorView& in) {
  if (in.dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 for the boxes but received %s", dtype_name(in.dtype));
  }
  if (in.shape.volume() % 4) {
    fail(ErrorCode::INVALID_INPUT, "Expected boxes of 4 numbers but received %lld numbers",
         static_cast<long long>(in.shape.volume()));
  }
}

// Throws INVALID_INPUT unless the tensor is a list of float32 boxes, (n, 4); returns n.
inline int64_t check_box_list(const TensorView& in) {
  check_boxes(in);
  if (in.shape.ndim != 2 || in.shape[1] != 4) {
    fail(ErrorCode::INVALID_INPUT, "Expected boxes of shape (n, 4) but received %s", extents_text(in).c_str());
  }
  return in.shape[0];
}

// Throws INVALID_INPUT where a coordinate is no finite number.
inline void check_finite_boxes(const float* boxes, int64_t count) {
  for (int64_t i = 0; i < 4 * count; ++i) {
    if (std::isfinite(boxes[i])) continue;
    fail(ErrorCode::INVALID_INPUT, "Expected finite numbers for the boxes but received %g in box %lld",
         static_cast<double>(boxes[i]), static_cast<long long>(i / 4));
  }
}

// Throws INVALID_INPUT unless the tensor has one int32 label for each of `count` boxes: (n) or (n, 1).
inline void check_labels(const TensorView& in, int64_t count) {
  if (in.dtype != DType::int32) {
    fail(ErrorCode::INVALID_INPUT, "Expected int32 for the labels but received %s", dtype_name(in.dtype));
  }
  if (in.shape.ndim < 1 || in.shape.ndim > 2 || (in.shape.ndim == 2 && in.shape[1] != 1) || in.shape[0] != count) {
    fail(ErrorCode::INVALID_INPUT, "Expected one label for each of %lld boxes, (n) or (n, 1), but received %s",
         static_cast<long long>(count), extents_text(in).c_str());
  }
}

}  // namespace penstock::ops
