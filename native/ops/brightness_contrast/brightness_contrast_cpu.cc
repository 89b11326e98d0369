// brightnessContrast on the CPU: setup() reduces the arguments to a factor and an offset; run() applies them.
#include "generated/ops/brightness_contrast.h"
#include "kernels/color/scale_shift_elements.h"

namespace penstock::ops {
namespace {

void setup(const BrightnessContrastArgs& a, SampleSetup& s, ScaleShift& st) {
  const DType out = setup_elementwise(a, s);
  const float center = a.has(BrightnessContrastArgs::kContrastCenter) ? a.contrast_center : middle(s.in[0].dtype);
  st = make_scale_shift(out, a.brightness, a.brightness_shift, a.contrast, center);
}

void run(const BrightnessContrastArgs&, SampleRun& s, ScaleShift& st) { scale_shift_elements(s.in[0], s.out[0], st); }

}  // namespace

PENSTOCK_CPU_OP(brightness_contrast, BrightnessContrastArgs, ScaleShift, setup, run, kNone)

}  // namespace penstock::ops
