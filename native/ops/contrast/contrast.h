// contrast: what setup() makes of the arguments, and the factor and offset of a frame whose mean brightness is the
// centre.
#pragma once
#include "kernels/color/channel_runs.h"
#include "kernels/color/scale_shift.h"

namespace penstock::ops {

struct ContrastPlan {
  ScaleShift fixed;    // without aroundMean
  ChannelRuns frames;  // with it: a run is a frame
};

// The sum of a channel.
struct ChannelSum {
  uint64_t sum = 0;

  PENSTOCK_HD void add(uint8_t v) { sum += v; }
  PENSTOCK_HD void add(const ChannelSum& o) { sum += o.sum; }
};

// `sums`: of 1 channel, or of red, green and blue.
PENSTOCK_HD ScaleShift around_mean(const ChannelSum* sums, int64_t channels, int64_t pixels, float contrast) {
  const float weights[] = {channels == 1 ? 1.0f : 0.299f, 0.587f, 0.114f};
  float center = 0;
  for (int64_t c = 0; c < channels; ++c) {
    const float part = weights[c] * static_cast<float>(static_cast<double>(sums[c].sum) / static_cast<double>(pixels));
    center += part;
  }
  const float lost = contrast * center;
  return {contrast, center - lost};
}

}  // namespace penstock::ops
