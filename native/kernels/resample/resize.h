// Runs a resolved resize on a whole sample: frames, channel planes, volumes. Used by resize, randomResizedCrop and
// resizeCropMirror; a thread keeps one ResizeLocal per operator.
#pragma once
#include "core/op.h"
#include "kernels/match/match.h"
#include "kernels/resample/geometry.h"
#include "kernels/resample/resample.h"

namespace penstock::ops {

struct ResizeLocal : ThreadLocalState {
  resample::Resampler plane;  // the two innermost axes
  resample::Taps depth;       // volumes
  resample::Axis depth_axis;
  match::Matcher matcher;  // where another library's numbers are asked for
};

void run_resize(const ResizeState& state, const TensorView& in, const TensorView& out, ResizeLocal& local,
                Scratch& scratch);

// An estimate of run_resize()'s time, as a number of accessed samples.
double resize_cost(const ResizeState& state);

}  // namespace penstock::ops
