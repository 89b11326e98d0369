// brightness on the CPU: the arguments to two numbers in setup, elements in run.
#include "generated/ops/brightness.h"
#include "kernels/color/scale_shift_elements.h"

namespace penstock::ops {
namespace {

void setup(const BrightnessArgs& a, SampleSetup& s, ScaleShift& st) {
  st = make_scale_shift(setup_elementwise(a, s), a.brightness, a.brightness_shift, 1, 0);
}

void run(const BrightnessArgs&, SampleRun& s, ScaleShift& st) { scale_shift_elements(s.in[0], s.out[0], st); }

}  // namespace

PENSTOCK_CPU_OP(brightness, BrightnessArgs, ScaleShift, setup, run, kNone)

}  // namespace penstock::ops
