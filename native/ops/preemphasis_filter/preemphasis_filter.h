// The part of preemphasisFilter that CPU and GPU share.
#pragma once
#include "core/host_device.h"
#include "generated/ops/preemphasis_filter.h"

namespace penstock::ops {

using PreemphasisBorder = PreemphasisFilterArgs::Border;

// The element that stands before the first one.
PENSTOCK_HD float before_first(float first, float second, PreemphasisBorder border) {
  if (border == PreemphasisBorder::zero) return 0;
  return border == PreemphasisBorder::reflect ? second : first;
}

}  // namespace penstock::ops
