// posterize on the CPU.
#include "generated/ops/posterize.h"
#include "kernels/color/pointwise.h"
#include "ops/posterize/posterize.h"

namespace penstock::ops {
namespace {

void setup(const PosterizeArgs& a, SampleSetup& s, Posterize& map) {
  setup_pointwise(s);
  map.bits = a.bits;
}

void run(const PosterizeArgs&, SampleRun& s, Posterize& map) { run_pointwise(s, map); }

}  // namespace

PENSTOCK_CPU_OP(posterize, PosterizeArgs, Posterize, setup, run, kNone)

}  // namespace penstock::ops
