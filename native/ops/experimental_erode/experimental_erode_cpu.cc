// experimental.erode on the CPU: the smallest element below the mask.
#include "generated/ops/experimental_erode.h"
#include "kernels/morphology/morphology_setup.h"

namespace penstock::ops {
namespace {

void setup(const ExperimentalErodeArgs& a, SampleSetup& s, MorphologyState& st) {
  morphology_setup(a, Extreme::smallest, s, st);
}

void run(const ExperimentalErodeArgs&, SampleRun& s, MorphologyState& st) {
  run_morphology(st, s.in[0], s.out[0], *s.scratch);
}

}  // namespace

PENSTOCK_CPU_OP(experimental_erode, ExperimentalErodeArgs, MorphologyState, setup, run, kNone)

}  // namespace penstock::ops
