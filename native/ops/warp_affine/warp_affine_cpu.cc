// warpAffine on the CPU: the matrix in setup, pixels in run_warp().
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

// The matrix input is a value that setup reads.
PENSTOCK_CPU_OP(warp_affine, WarpAffineArgs, WarpState, setup, run, kReadsOthers)

}  // namespace penstock::ops
