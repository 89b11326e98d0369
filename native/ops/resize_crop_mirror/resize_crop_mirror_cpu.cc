// resizeCropMirror on the CPU: a resize that computes only the cropped part, in reverse order where it is mirrored.
#include "core/extents.h"
#include "generated/ops/resize_crop_mirror.h"
#include "kernels/resample/resize.h"
#include "kernels/window/crop_window.h"

namespace penstock::ops {
namespace {

void setup(const ResizeCropMirrorArgs& a, SampleSetup& s, ResizeState& state) {
  const TensorView& in = s.in[0];
  state.layout = resize_layout(in);
  const int spatial = state.layout.spatial, first = state.layout.first;
  const ResizeFilters filters = resize_filters(a);
  resolve_resize(resize_request(a, spatial), filters, in.shape, state);
  shrink_input(s, state);
  OutSpec& out = s.out[0];
  out = resize_output(in, state, a.has(ResizeCropMirrorArgs::kDtype), a.dtype);
  check_extents(out, ErrorCode::INVALID_ARGUMENT, "the resized image");
  const Window window = crop_window(a, out.shape, out.layout);
  if (!window.inside(out.shape)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a crop inside the resized image but received %s", "one that is larger");
  }
  for (int d = 0; d < spatial; ++d) {
    const bool mirror = (a.mirror >> (spatial - 1 - d) & 1) != 0;
    window_axis(state, d, {window.anchor[first + d], window.shape[first + d], mirror}, filters);
  }
  set_origins(state);
  for (int d = 0; d < spatial; ++d) out.shape[first + d] = window.shape[first + d];
  s.cost = resize_cost(state);
}

void run(const ResizeCropMirrorArgs&, SampleRun& s, ResizeState& state) {
  run_resize(state, s.in[0], s.out[0], s.local<ResizeLocal>(), *s.scratch);
}

}  // namespace

PENSTOCK_CPU_OP(resize_crop_mirror, ResizeCropMirrorArgs, ResizeState, setup, run, kNone)

}  // namespace penstock::ops
