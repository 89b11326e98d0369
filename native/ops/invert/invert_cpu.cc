// invert on the CPU.
#include "generated/ops/invert.h"
#include "kernels/color/pointwise.h"
#include "ops/invert/invert.h"

namespace penstock::ops {
namespace {

void setup(const InvertArgs&, SampleSetup& s, Invert&) { setup_pointwise(s); }

void run(const InvertArgs&, SampleRun& s, Invert& map) { run_pointwise(s, map); }

}  // namespace

PENSTOCK_CPU_OP(invert, InvertArgs, Invert, setup, run, kNone)

}  // namespace penstock::ops
