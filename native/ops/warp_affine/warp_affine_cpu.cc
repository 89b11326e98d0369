// warpAffine on the CPU: setup() makes the matrix, run_warp() computes the pixels.
#include "generated/ops/warp_affine.h"
#include "kernels/warp/warp_setup.h"
#include "ops/warp_affine/affine_matrix.h"

namespace penstock::ops {
namespace {

void setup(const WarpAffineArgs& a, SampleSetup& s, WarpState& state) {
  const WarpOptions options = warp_options(a);
  warp_setup(options, s.in[0], state);
  affine_matrix(a, s.num_inputs == 2 ? &s.in[1] : nullptr, state);
  warp_output(options, s.in[0], state, s);
}

void run(const WarpAffineArgs&, SampleRun& s, WarpState& state) { run_warp(state, s.in[0], s.out[0]); }

}  // namespace

// The flag says that setup() reads the value of the matrix input.
PENSTOCK_CPU_OP(warp_affine, WarpAffineArgs, WarpState, setup, run, kReadsOthers)

}  // namespace penstock::ops
