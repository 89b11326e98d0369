// randomResizedCrop on the CPU: a resize whose region is drawn in setup().
#include "generated/ops/random_resized_crop.h"
#include "kernels/resample/resize.h"
#include "kernels/window/random_crop_window.h"

namespace penstock::ops {
namespace {

void setup(const RandomResizedCropArgs& a, SampleSetup& s, ResizeState& state) {
  const TensorView& in = s.in[0];
  state.layout = resize_layout(in);
  if (state.layout.spatial != 2) {
    fail(ErrorCode::INVALID_INPUT, "Expected images for the input but received a volume of layout %s", in.layout.name);
  }
  if (a.size.size != 1 && a.size.size != 2) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or 2 values for size but received %d", a.size.size);
  }
  const int64_t h = in.shape[state.layout.first], w = in.shape[state.layout.first + 1];
  if (h < 1 || w < 1) fail(ErrorCode::INVALID_INPUT, "Expected pixels for the input but received an empty image");
  Rng rng = s.rng();
  const Window window = random_crop_window(rng, static_cast<int>(h), static_cast<int>(w), a.random_area,
                                           a.random_aspect_ratio, a.num_attempts);
  ResizeRequest request;
  request.has_roi = true;
  request.subpixel_scale = false;
  for (int d = 0; d < 2; ++d) {
    request.size[d] = static_cast<float>(a.size.at(d));
    request.roi_start[d] = static_cast<float>(window.anchor[d]);
    request.roi_end[d] = static_cast<float>(window.anchor[d] + window.shape[d]);
  }
  resolve_resize(request, resize_filters(a), in.shape, state);
  shrink_input(s, state);
  s.out[0] = resize_output(in, state, a.has(RandomResizedCropArgs::kDtype), a.dtype);
  s.cost = resize_cost(state);
}

void run(const RandomResizedCropArgs&, SampleRun& s, ResizeState& state) {
  run_resize(state, s.in[0], s.out[0], s.local<ResizeLocal>(), *s.scratch);
}

}  // namespace

PENSTOCK_CPU_OP(random_resized_crop, RandomResizedCropArgs, ResizeState, setup, run, kNone)

}  // namespace penstock::ops
