// rotate on the CPU: setup() makes the matrix and the extents of the angle, run_warp() computes the pixels.
#include "generated/ops/rotate.h"
#include "kernels/warp/warp_setup.h"
#include "ops/rotate/rotate.h"

namespace penstock::ops {
namespace {

Rotation rotation(const RotateArgs& a, int spatial) {
  if (!std::isfinite(a.angle)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a finite number for angle but received %g",
         static_cast<double>(a.angle));
  }
  if (spatial == 2) return rotation_2d(a.angle);
  if (!a.has(RotateArgs::kAxis)) fail(ErrorCode::INVALID_ARGUMENT, "Expected axis for a volume but received none");
  if (a.axis.size != 3)
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 3 values (x, y, z) for axis but received %d", a.axis.size);
  const double x = a.axis[0], y = a.axis[1], z = a.axis[2], square = x * x + y * y + z * z;
  if (!(square > 0 && std::isfinite(square))) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a direction for axis but received [%g, %g, %g]", x, y, z);
  }
  return rotation_3d(a.angle, x, y, z);
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
