// hue on the CPU: setup() makes a matrix, run() multiplies each pixel by it.
#include "generated/ops/hue.h"
#include "kernels/color/color_pixels.h"

namespace penstock::ops {
namespace {

void setup(const HueArgs& a, SampleSetup& s, ColorMatrix& st) {
  setup_color(s, pixel_dtypes(a, s.in[0].dtype, a.has(HueArgs::kDtype)));
  st = twist_matrix(1, a.hue, 1, 1);
}

void run(const HueArgs&, SampleRun& s, ColorMatrix& st) { color_pixels(s.in[0], s.out[0], st); }

}  // namespace

PENSTOCK_CPU_OP(hue, HueArgs, ColorMatrix, setup, run, kNone)

}  // namespace penstock::ops
