// brightness on the CPU: setup() reduces the arguments to a factor and an offset; run() applies them to each element.
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
