// hsv on the CPU: setup() makes a matrix, run() multiplies each pixel by it.
#include "generated/ops/hsv.h"
#include "kernels/color/color_pixels.h"

namespace penstock::ops {
namespace {

void setup(const HsvArgs& a, SampleSetup& s, ColorMatrix& st) {
  setup_color(s, pixel_dtypes(a, s.in[0].dtype, true));
  st = twist_matrix(1, a.hue, a.saturation, a.value);
}

void run(const HsvArgs&, SampleRun& s, ColorMatrix& st) { color_pixels(s.in[0], s.out[0], st); }

}  // namespace

PENSTOCK_CPU_OP(hsv, HsvArgs, ColorMatrix, setup, run, kNone)

}  // namespace penstock::ops
