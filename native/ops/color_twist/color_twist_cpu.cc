// colorTwist on the CPU: setup() makes a matrix, run() multiplies each pixel by it.
#include "generated/ops/color_twist.h"
#include "kernels/color/color_pixels.h"

namespace penstock::ops {
namespace {

void setup(const ColorTwistArgs& a, SampleSetup& s, ColorMatrix& st) {
  setup_color(s, pixel_dtypes(a, s.in[0].dtype, a.has(ColorTwistArgs::kDtype)));
  st = twist_matrix_of(s.in[0].dtype, a.brightness, a.contrast, a.hue, a.saturation);
}

void run(const ColorTwistArgs&, SampleRun& s, ColorMatrix& st) { color_pixels(s.in[0], s.out[0], st); }

}  // namespace

PENSTOCK_CPU_OP(color_twist, ColorTwistArgs, ColorMatrix, setup, run, kNone)

}  // namespace penstock::ops
