// Encodes the box of one anchor; CPU and GPU share it.
#pragma once
#include <cmath>

#include "kernels/boxes/boxes.h"

namespace penstock::ops {

struct BoxEncoding {
  float means[4], stds[4], scale, criteria;
  bool offset;
};

template <class Args>
BoxEncoding box_encoding(const Args& a) {
  BoxEncoding e = {{}, {}, a.scale, a.criteria, a.offset};
  for (int i = 0; i < 4; ++i) {
    e.means[i] = a.means[i];
    e.stds[i] = a.stds[i];
  }
  return e;
}

// Writes centre and sides of the anchor's box: of `match`, or of the anchor itself when that is null.
PENSTOCK_HD void encode_box(const BoxEncoding& e, const Box& anchor, const Box* match, float* out) {
  const Box& b = match ? *match : anchor;
  const float center[2] = {(b.left + b.right) * 0.5f, (b.top + b.bottom) * 0.5f};
  const float side[2] = {b.right - b.left, b.bottom - b.top};
  if (!e.offset) {
    for (int d = 0; d < 2; ++d) {
      out[d] = center[d];
      out[2 + d] = side[d];
    }
    return;
  }
  const float at[2] = {(anchor.left + anchor.right) * 0.5f, (anchor.top + anchor.bottom) * 0.5f};
  const float size[2] = {anchor.right - anchor.left, anchor.bottom - anchor.top};
  for (int d = 0; d < 2; ++d) {
    const float extent = size[d] * e.scale;
    out[d] = match ? ((center[d] * e.scale - at[d] * e.scale) / extent - e.means[d]) / e.stds[d] : 0;
    out[2 + d] = match ? (std::log(side[d] * e.scale / extent) - e.means[2 + d]) / e.stds[2 + d] : 0;
  }
}

PENSTOCK_HD Box box_at(const float* boxes, int64_t i) { return load_box(boxes + 4 * i, true); }

// What is found for an anchor, or for a box, among the others: the one with the largest overlap, the last of equal
// ones.
struct BestOverlap {
  float overlap = 0;
  int32_t index = -1;

  PENSTOCK_HD void see(float other, int32_t i) {
    if (!(other > overlap || (other == overlap && i > index))) return;
    overlap = other;
    index = i;
  }
};

// The overlap of a box with the anchor that it is given to: above all others.
inline constexpr float kGivenOverlap = 2;

}  // namespace penstock::ops
