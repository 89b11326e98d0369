// Checks the arguments of randomBBoxCrop, and translates between its layouts of boxes.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/extents.h"
#include "ops/random_b_box_crop/random_b_box_crop.h"

namespace penstock::ops {
namespace {

using Args = RandomBBoxCropArgs;

// Sets where each letter of `wanted` stands in the layout; false unless the layout is a permutation of it.
bool find_letters(const Layout& layout, std::string_view wanted, int* at) {
  if (layout.view().size() != wanted.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    at[i] = layout.find(wanted[i]);
    if (at[i] < 0) return false;
  }
  return true;
}

void set_box_layout(const Args& a, CropRules& r) {
  const bool space = r.n == 3;
  const std::string_view corners = space ? "xyzXYZ" : "xyXY", sides = space ? "xyzWHD" : "xyWH";
  const Layout layout = a.has(Args::kBboxLayout) ? a.bbox_layout : Layout(a.ltrb ? corners : sides);
  int at[2 * kMaxBoxDims];
  r.sides = find_letters(layout, sides, at);
  if (!r.sides && !find_letters(layout, corners, at)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a permutation of %s or %s for bboxLayout but received '%s'",
         corners.data(), sides.data(), layout.name);
  }
  std::copy_n(at, r.n, r.start_at);
  std::copy_n(at + r.n, r.n, r.end_at);
}

void set_extents(const char* name, const ArgList<int32_t>& list, const int* at, int n, float* to) {
  if (list.size != n) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %d values for %s but received %d", n, name, list.size);
  }
  for (int d = 0; d < n; ++d) {
    if (list[at[d]] < 1) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected extents of at least 1 for %s but received %d", name, list[at[d]]);
    }
    to[d] = static_cast<float>(list[at[d]]);
  }
}

void set_shapes(const Args& a, CropRules& r) {
  const std::string_view default_letters = r.n == 3 ? "WHD" : "WH";
  const Layout layout = a.has(Args::kShapeLayout) ? a.shape_layout : Layout(default_letters);
  int at[kMaxBoxDims];
  if (!find_letters(layout, default_letters, at)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a permutation of %s for shapeLayout but received '%s'",
         default_letters.data(), layout.name);
  }
  if (a.has(Args::kInputShape)) set_extents("inputShape", a.input_shape, at, r.n, r.input);
  r.fixed = a.has(Args::kCropShape);
  if (!r.fixed) return;
  // allowNoCrop has no effect then, as in DALI.
  set_extents("cropShape", a.crop_shape, at, r.n, r.crop);
}

void set_ratios(const Args& a, CropRules& r) {
  const ArgList<float>& list = a.aspect_ratio;
  if (list.size != 2 && list.size != 6) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 2 values (min, max) or 6 for aspectRatio but received %d", list.size);
  }
  for (int pair = 0; pair < 3; ++pair) {
    const float* range = list.data + (list.size == 6 ? 2 * pair : 0);
    if (!(range[0] >= 0 && range[0] <= range[1])) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected a range of at least 0 for aspectRatio but received [%g, %g]",
           static_cast<double>(range[0]), static_cast<double>(range[1]));
    }
    std::copy_n(range, 2, r.ratio[pair]);
  }
}

}  // namespace

CropRules crop_rules(const Args& a, const TensorView& boxes) {
  if (boxes.dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 for the boxes but received %s", dtype_name(boxes.dtype));
  }
  if (boxes.shape.ndim != 2 || (boxes.shape[1] != 4 && boxes.shape[1] != 6)) {
    fail(ErrorCode::INVALID_INPUT, "Expected boxes of shape (n, 4) or (n, 6) but received %s",
         extents_text(boxes).c_str());
  }
  CropRules r;
  r.n = static_cast<int>(boxes.shape[1] / 2);
  set_box_layout(a, r);
  set_shapes(a, r);
  set_ratios(a, r);
  if (a.scaling.size != 2 || !(a.scaling[0] >= 0 && a.scaling[0] <= a.scaling[1])) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 2 values, 0 <= min <= max, for scaling but received %d values",
         a.scaling.size);
  }
  if (a.thresholds.empty())
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or more values for thresholds but received 0");
  if (a.total_num_attempts < 1 && a.total_num_attempts != -1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected at least 1, or -1, for totalNumAttempts but received %d",
         a.total_num_attempts);
  }
  return r;
}

BoxND read_box(const CropRules& r, const float* numbers) {
  BoxND b = {};
  for (int d = 0; d < r.n; ++d) {
    b.start[d] = numbers[r.start_at[d]];
    b.end[d] = numbers[r.end_at[d]] + (r.sides ? b.start[d] : 0);
  }
  return b;
}

void write_box(const CropRules& r, const BoxND& b, float* numbers) {
  for (int d = 0; d < r.n; ++d) {
    numbers[r.start_at[d]] = b.start[d];
    numbers[r.end_at[d]] = b.end[d] - (r.sides ? b.start[d] : 0);
  }
}

}  // namespace penstock::ops
