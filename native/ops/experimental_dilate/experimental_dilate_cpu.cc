// experimental.dilate on the CPU: the largest element below the mask.
#include "generated/ops/experimental_dilate.h"
#include "kernels/morphology/morphology_setup.h"

namespace penstock::ops {
namespace {

void setup(const ExperimentalDilateArgs& a, SampleSetup& s, MorphologyState& st) {
  morphology_setup(a, Extreme::largest, s, st);
}

void run(const ExperimentalDilateArgs&, SampleRun& s, MorphologyState& st) {
  run_morphology(st, s.in[0], s.out[0], *s.scratch);
}

}  // namespace

PENSTOCK_CPU_OP(experimental_dilate, ExperimentalDilateArgs, MorphologyState, setup, run, kNone)

}  // namespace penstock::ops
