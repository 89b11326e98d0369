// solarize on the CPU.
#include "generated/ops/solarize.h"
#include "kernels/color/pointwise.h"
#include "kernels/color/scale_shift.h"
#include "ops/solarize/solarize.h"

namespace penstock::ops {
namespace {

void setup(const SolarizeArgs& a, SampleSetup& s, Solarize& map) {
  setup_pointwise(s);
  map.threshold = a.has(SolarizeArgs::kThreshold) ? a.threshold : middle(s.in[0].dtype);
  map.adds = a.has(SolarizeArgs::kAddition);
  map.addition = map.adds ? a.addition : 0.0f;
}

void run(const SolarizeArgs&, SampleRun& s, Solarize& map) { run_pointwise(s, map); }

}  // namespace

PENSTOCK_CPU_OP(solarize, SolarizeArgs, Solarize, setup, run, kNone)

}  // namespace penstock::ops
