// opticalFlow: what a sample's frames and vectors are like, and the numbers of the engine.
#pragma once
#include "core/host_device.h"
#include "core/op.h"
#include "generated/ops/optical_flow.h"

namespace penstock::ops {

struct OpticalFlowState {
  int32_t frames = 0, height = 0, width = 0, channels = 0;
};

// The engine has vectors in steps of 1/32 pixel.
constexpr float kFlowSteps = 32;

PENSTOCK_HD float flow_pixels(int16_t steps) { return static_cast<float>(steps) / kFlowSteps; }
// The nearest step; what the engine has no number for is the last that it has.
PENSTOCK_HD int16_t flow_steps(float pixels) {
  const float v = pixels * kFlowSteps;
  if (!(v > -32768)) return -32768;
  if (v >= 32767) return 32767;
  return static_cast<int16_t>(v < 0 ? v - 0.5f : v + 0.5f);
}

}  // namespace penstock::ops
