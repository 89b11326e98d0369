// rotate on the CPU: setup() makes the matrix and the extents of the angle, run_warp() computes the pixels.
#include "generated/ops/rotate.h"
#include "kernels/warp/warp_setup.h"
#include "ops/rotate/rotate.h"

namespace penstock::ops {
namespace {

Rotation rotation(const RotateArgs& a, int spatial) {
  check_angle(a.angle);
  if (spatial == 2) return rotation_2d(a.angle);
  if (!a.has(RotateArgs::kAxis)) fail(ErrorCode::INVALID_ARGUMENT, "Expected axis for a volume but received none");
  check_rotation_axis(a.axis);
  return rotation_3d(a.angle, a.axis[0], a.axis[1], a.axis[2]);
}

void setup(const RotateArgs& a, SampleSetup& s, WarpState& state) {
  const WarpOptions options = warp_options(a);
  warp_setup(options, s.in[0], state);
  const Rotation r = rotation(a, state.spatial);
  if (!options.size && !a.keep_size) {
    double extent[3] = {};
    rotated_extents(r, state.spatial, state.in, extent);
    for (int d = 0; d < state.spatial; ++d) state.out[d] = static_cast<int32_t>(extent[d]);
  }
  rotation_matrix(r, state);
  warp_output(options, s.in[0], state, s);
}

void run(const RotateArgs&, SampleRun& s, WarpState& state) { run_warp(state, s.in[0], s.out[0]); }

}  // namespace

PENSTOCK_CPU_OP(rotate, RotateArgs, WarpState, setup, run, kNone)

}  // namespace penstock::ops
