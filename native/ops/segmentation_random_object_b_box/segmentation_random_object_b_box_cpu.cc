// segmentation.randomObjectBBox on the CPU: finds the objects, leaves out those that do not fit, and draws a class and
// then an object.
#include <algorithm>
#include <cmath>

#include "core/extents.h"
#include "generated/ops/segmentation_random_object_b_box.h"
#include "kernels/draw/draw.h"
#include "kernels/objects/objects.h"

namespace penstock::ops {
namespace {

void check_classes(const SegmentationRandomObjectBBoxArgs& a) {
  const bool classes = a.has(SegmentationRandomObjectBBoxArgs::kClasses),
             weights = a.has(SegmentationRandomObjectBBoxArgs::kClassWeights);
  if (classes && weights && a.classes.size != a.class_weights.size) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %d values, one for each of classes, for classWeights but received %d",
         a.classes.size, a.class_weights.size);
  }
  for (float weight : a.class_weights) {
    if (weight >= 0 && std::isfinite(weight)) continue;
    fail(ErrorCode::INVALID_ARGUMENT, "Expected finite numbers of at least 0 for classWeights but received %g",
         static_cast<double>(weight));
  }
}

// The labels that may be drawn: `classes`, or with weights alone 0, 1 ... without the background. All but the
// background may be, unless they are given.
struct Classes {
  ArgList<int32_t> list;
  bool given = false;
  int32_t background = 0;
};

Classes classes_of(const SegmentationRandomObjectBBoxArgs& a, Scratch& scratch) {
  Classes c;
  c.list = a.classes;
  c.given = a.has(SegmentationRandomObjectBBoxArgs::kClasses) || a.has(SegmentationRandomObjectBBoxArgs::kClassWeights);
  c.background = a.background;
  if (!a.has(SegmentationRandomObjectBBoxArgs::kClasses) && c.given) {
    auto* labels = scratch.get<int32_t>(a.class_weights.size);
    for (int i = 0, label = 0; i < a.class_weights.size; ++i, ++label) {
      if (label == c.background) ++label;
      labels[i] = label;
    }
    c.list = {labels, a.class_weights.size};
  }
  const auto listed = [&](int32_t label) { return std::find(c.list.begin(), c.list.end(), label) != c.list.end(); };
  if (!listed(c.background)) return c;
  if (a.has(SegmentationRandomObjectBBoxArgs::kBackground)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a background other than the classes but received %d", c.background);
  }
  const int32_t least = *std::min_element(c.list.begin(), c.list.end());
  if (least > INT32_MIN) {
    c.background = least - 1;
  } else {
    for (c.background = INT32_MAX; listed(c.background);) --c.background;
  }
  return c;
}

void setup(const SegmentationRandomObjectBBoxArgs& a, SampleSetup& s, NoState&) {
  const TensorView& in = s.in[0];
  const int n = in.shape.ndim;
  if (!takes_labels(in.dtype)) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected uint8, int8, uint16, int16, uint32, int32 or bool for the mask but received %s",
         dtype_name(in.dtype));
  }
  if (n < 1 || n > kMaxMaskDims || in.shape.volume() > INT32_MAX) {
    fail(ErrorCode::INVALID_INPUT, "Expected a mask of 1 to %d dimensions and below 2^31 elements but received %s",
         kMaxMaskDims, extents_text(in).c_str());
  }
  check_classes(a);
  if (a.has(SegmentationRandomObjectBBoxArgs::kThreshold) && a.threshold.size != 1 && a.threshold.size != n) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or %d values for threshold but received %d", n, a.threshold.size);
  }
  const bool box = a.format == SegmentationRandomObjectBBoxArgs::Format::box;
  for (int o = 0; o < s.num_outputs; ++o) s.out[o].dtype = DType::int32;
  s.out[0].shape = {box ? 2 * n : n};
  if (!box) s.out[1].shape = {n};
}

// Leaves the objects that fit, in their order; returns how many there are.
template <class F>
int32_t keep(MaskObject* list, int32_t count, F&& fits) {
  return static_cast<int32_t>(std::remove_if(list, list + count, [&](const auto& o) { return !fits(o); }) - list);
}

// Draws the label of one of the objects: classes by their weights, or all labels alike.
int32_t draw_label(const SegmentationRandomObjectBBoxArgs& a, const Classes& classes, const MaskObject* list,
                   int32_t count, Rng& rng, Scratch& scratch) {
  auto* labels = scratch.get<int32_t>(count);
  for (int32_t i = 0; i < count; ++i) labels[i] = list[i].label;
  std::sort(labels, labels + count);
  const auto different = static_cast<int32_t>(std::unique(labels, labels + count) - labels);
  const auto weight = [&](int32_t label) -> double {
    if (!a.has(SegmentationRandomObjectBBoxArgs::kClassWeights)) return 1;
    double sum = 0;
    for (int i = 0; i < classes.list.size; ++i) sum += classes.list[i] == label ? a.class_weights[i] : 0;
    return sum;
  };
  double total = 0;
  for (int32_t i = 0; i < different; ++i) total += weight(labels[i]);
  double at = rng.uniform53() * total;
  int32_t drawn = labels[0];
  for (int32_t i = 0; i < different; ++i) {
    const double own = weight(labels[i]);
    if (own <= 0) continue;
    drawn = labels[i];
    if (at < own) break;
    at -= own;
  }
  return drawn;
}

// Draws an object; null where none fits.
const MaskObject* draw_object(const SegmentationRandomObjectBBoxArgs& a, const Classes& classes, const TensorView& mask,
                              Rng& rng, Scratch& scratch) {
  const int n = mask.shape.ndim;
  const MaskObjects found = find_objects(mask, {classes.background, classes.given ? &classes.list : nullptr}, scratch);
  int32_t count = found.count;
  if (a.has(SegmentationRandomObjectBBoxArgs::kThreshold)) {
    count = keep(found.list, count, [&](const MaskObject& o) { return o.reaches(a.threshold, n); });
  }
  if (a.has(SegmentationRandomObjectBBoxArgs::kClassWeights)) {
    count = keep(found.list, count, [&](const MaskObject& o) {
      for (int i = 0; i < classes.list.size; ++i) {
        if (classes.list[i] == o.label && a.class_weights[i] > 0) return true;
      }
      return false;
    });
  }
  if (!count) return nullptr;
  if (!a.ignore_class) {
    const int32_t label = draw_label(a, classes, found.list, count, rng, scratch);
    count = keep(found.list, count, [&](const MaskObject& o) { return o.label == label; });
  }
  if (a.has(SegmentationRandomObjectBBoxArgs::kKLargest) && count > a.k_largest) {
    // The object that comes first in the mask counts as the larger one of equal volumes.
    std::sort(found.list, found.list + count, [&](const MaskObject& x, const MaskObject& y) {
      return x.volume(n) != y.volume(n) ? x.volume(n) > y.volume(n) : x.number < y.number;
    });
    count = a.k_largest;
  }
  return found.list + draw_below(rng, count);
}

void run(const SegmentationRandomObjectBBoxArgs& a, SampleRun& s, NoState&) {
  const TensorView& mask = s.in[0];
  const int n = mask.shape.ndim;
  const Classes classes = classes_of(a, *s.scratch);
  Rng rng = s.rng();
  const bool foreground = rng.uniform53() < static_cast<double>(a.foreground_prob);
  const MaskObject* o = foreground ? draw_object(a, classes, mask, rng, *s.scratch) : nullptr;
  const bool box = a.format == SegmentationRandomObjectBBoxArgs::Format::box,
             shape = a.format == SegmentationRandomObjectBBoxArgs::Format::anchor_shape;
  auto* first = s.out[0].as<int32_t>();
  int32_t* second = box ? first + n : s.out[1].as<int32_t>();
  for (int d = 0; d < n; ++d) {
    first[d] = o ? o->start[d] : 0;
    const int32_t end = o ? o->end[d] : static_cast<int32_t>(mask.shape[d]);
    second[d] = shape ? end - first[d] : end;
  }
  if (a.output_class) *s.out[box ? 1 : 2].as<int32_t>() = o ? o->label : classes.background;
}

}  // namespace

PENSTOCK_CPU_OP(segmentation_random_object_b_box, SegmentationRandomObjectBBoxArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
