// saturation on the CPU: setup() makes a matrix, run() multiplies each pixel by it.
#include "generated/ops/saturation.h"
#include "kernels/color/color_pixels.h"

namespace penstock::ops {
namespace {

void setup(const SaturationArgs& a, SampleSetup& s, ColorMatrix& st) {
  setup_color(s, pixel_dtypes(a, s.in[0].dtype, a.has(SaturationArgs::kDtype)));
  st = twist_matrix(1, 0, a.saturation, 1);
}

void run(const SaturationArgs&, SampleRun& s, ColorMatrix& st) { color_pixels(s.in[0], s.out[0], st); }

}  // namespace

PENSTOCK_CPU_OP(saturation, SaturationArgs, ColorMatrix, setup, run, kNone)

}  // namespace penstock::ops
