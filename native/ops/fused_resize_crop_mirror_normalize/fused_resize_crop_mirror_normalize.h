// The state of the fused operator and the arguments of its cropMirrorNormalize step, shared by CPU and GPU.
#pragma once
#include "generated/ops/crop_mirror_normalize.h"
#include "generated/ops/fused_resize_crop_mirror_normalize.h"
#include "kernels/resample/geometry.h"

namespace penstock::ops {

struct FusedResizeState {
  ResizeState resize;
  OutSpec resized;
  bool fast = false;                   // 8-bit HWC and a window inside the image; resize.part is then the window
  alignas(16) uint8_t normalize[256];  // the state of cropMirrorNormalize
};

inline CropMirrorNormalizeArgs normalize_args(const FusedResizeCropMirrorNormalizeArgs& a) {
  using Args = FusedResizeCropMirrorNormalizeArgs;
  using To = CropMirrorNormalizeArgs;
  To n;
  const auto give = [&](Args::Field from, To::Field to) { n.given |= static_cast<uint64_t>(a.has(from)) << to; };
#define PENSTOCK_SAME(field, Field) \
  n.field = a.field;                \
  give(Args::k##Field, To::k##Field);
  PENSTOCK_SAME(crop, Crop)
  PENSTOCK_SAME(crop_d, CropD)
  PENSTOCK_SAME(crop_h, CropH)
  PENSTOCK_SAME(crop_w, CropW)
  PENSTOCK_SAME(crop_pos_x, CropPosX)
  PENSTOCK_SAME(crop_pos_y, CropPosY)
  PENSTOCK_SAME(crop_pos_z, CropPosZ)
  PENSTOCK_SAME(dtype, Dtype)
  PENSTOCK_SAME(fill_values, FillValues)
  PENSTOCK_SAME(mean, Mean)
  PENSTOCK_SAME(mirror, Mirror)
  PENSTOCK_SAME(output_layout, OutputLayout)
  PENSTOCK_SAME(pad_output, PadOutput)
  PENSTOCK_SAME(scale, Scale)
  PENSTOCK_SAME(shift, Shift)
  PENSTOCK_SAME(std, Std)
#undef PENSTOCK_SAME
  n.rounding = static_cast<To::Rounding>(a.rounding);
  give(Args::kRounding, To::kRounding);
  n.out_of_bounds_policy = static_cast<To::OutOfBoundsPolicy>(a.out_of_bounds_policy);
  give(Args::kOutOfBoundsPolicy, To::kOutOfBoundsPolicy);
  return n;
}

}  // namespace penstock::ops
