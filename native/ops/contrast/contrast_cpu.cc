// contrast on the CPU: setup() reduces the arguments to a factor and an offset; run() applies them to each element.
#include "generated/ops/contrast.h"
#include "kernels/color/scale_shift_elements.h"

namespace penstock::ops {
namespace {

void setup(const ContrastArgs& a, SampleSetup& s, ScaleShift& st) {
  const DType out = setup_elementwise(a, s);
  st = make_scale_shift(out, 1, 0, a.contrast,
                        a.has(ContrastArgs::kContrastCenter) ? a.contrast_center : middle(s.in[0].dtype));
}

void run(const ContrastArgs&, SampleRun& s, ScaleShift& st) { scale_shift_elements(s.in[0], s.out[0], st); }

}  // namespace

PENSTOCK_CPU_OP(contrast, ContrastArgs, ScaleShift, setup, run, kNone)

}  // namespace penstock::ops
