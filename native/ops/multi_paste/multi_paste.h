// multiPaste: the state of a sample, and its regions, which CPU and GPU compute from the same arguments.
#pragma once
#include <cmath>
#include <cstdint>

#include "core/tensor.h"
#include "generated/ops/multi_paste.h"

namespace penstock::ops {

struct MultiPasteState {
  int64_t position = 0;  // of the sample, before samples that fail leave the batch
  int32_t regions = 0;
  const TensorView* images = nullptr;  // on the CPU, with inIds: where each region comes from
};

// A tensor as [frames][height][width][channels]; an image has one frame.
struct PasteExtents {
  int64_t frames = 1, side[2] = {}, channels = 1;
  explicit PasteExtents(const Shape& shape) {
    const int h = shape.ndim - 3;
    if (h) frames = shape[0];
    side[0] = shape[h];
    side[1] = shape[h + 1];
    channels = shape[h + 2];
  }
};

// One value per axis, y first.
struct PasteRegion {
  int64_t in[2] = {}, out[2] = {}, size[2] = {};
};

// The share of an extent in float32, as DALI computes it.
inline float paste_share(float share, int64_t extent) { return share * static_cast<float>(extent); }

// Region i, from an image of extents `in` to a canvas of extents `out`.
inline PasteRegion paste_region(const MultiPasteArgs& a, int i, const PasteExtents& in, const PasteExtents& out) {
  PasteRegion r;
  for (int d = 0; d < 2; ++d) {
    const int k = 2 * i + d;
    const auto anchor = [&](bool has, const ArgList<int32_t>& list, bool has_rel, const ArgList<float>& rel,
                            int64_t extent) -> int64_t {
      return has ? list[k] : has_rel ? static_cast<int64_t>(std::floor(paste_share(rel[k], extent))) : 0;
    };
    r.in[d] = anchor(a.has(MultiPasteArgs::kInAnchors), a.in_anchors, a.has(MultiPasteArgs::kInAnchorsRel),
                     a.in_anchors_rel, in.side[d]);
    r.out[d] = anchor(a.has(MultiPasteArgs::kOutAnchors), a.out_anchors, a.has(MultiPasteArgs::kOutAnchorsRel),
                      a.out_anchors_rel, out.side[d]);
    if (a.has(MultiPasteArgs::kShapes)) {
      r.size[d] = a.shapes[k];
    } else if (a.has(MultiPasteArgs::kShapesRel)) {
      r.size[d] = static_cast<int64_t>(std::ceil(paste_share(a.shapes_rel[k], in.side[d])));
    } else {
      r.size[d] = in.side[d] - r.in[d];
    }
  }
  return r;
}

}  // namespace penstock::ops
