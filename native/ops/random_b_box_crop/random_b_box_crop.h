// The data that randomBBoxCrop draws with: checked arguments, and boxes as corners in the order x, y, z.
#pragma once
#include "core/op.h"
#include "generated/ops/random_b_box_crop.h"

namespace penstock::ops {

inline constexpr int kMaxBoxDims = 3;

struct BoxND {
  float start[kMaxBoxDims], end[kMaxBoxDims];
};

struct CropRules {
  int n = 2;                                                 // dimensions
  int start_at[kMaxBoxDims] = {}, end_at[kMaxBoxDims] = {};  // by dimension: which number of a box it is
  bool sides = false;                                        // the numbers at end_at are sides, not ends
  bool fixed = false;                                        // the window has the shape of cropShape
  float input[kMaxBoxDims] = {1, 1, 1};                      // extents of the image: 1 where they are not known
  float crop[kMaxBoxDims] = {};                              // the fixed shape, in pixels
  float ratio[kMaxBoxDims][2] = {};                          // ranges of x / y, x / z and y / z
};

// Throws INVALID_ARGUMENT or INVALID_INPUT.
CropRules crop_rules(const RandomBBoxCropArgs& a, const TensorView& boxes);

BoxND read_box(const CropRules& r, const float* numbers);
void write_box(const CropRules& r, const BoxND& box, float* numbers);

// The box in the window's coordinates, clipped to it.
BoxND box_in_window(const CropRules& r, const BoxND& box, const BoxND& window);

// Whether the box remains with this window: its centre lies inside, or enough of it.
bool remains(const RandomBBoxCropArgs& a, const CropRules& r, const BoxND& box, const BoxND& window);

// Draws the window. Throws INVALID_INPUT when there is none.
BoxND draw_window(const RandomBBoxCropArgs& a, const CropRules& r, const float* boxes, int64_t count, Rng& rng);

}  // namespace penstock::ops
