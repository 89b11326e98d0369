// bBoxPaste on the CPU.
#include <algorithm>

#include "generated/ops/b_box_paste.h"
#include "kernels/boxes/boxes.h"

namespace penstock::ops {
namespace {

void setup(const BBoxPasteArgs& a, SampleSetup& s, NoState&) {
  check_boxes(s.in[0]);
  if (!(a.ratio > 0)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a number above 0 for ratio but received %g",
         static_cast<double>(a.ratio));
  }
  s.out[0] = s.in[0];
}

void run(const BBoxPasteArgs& a, SampleRun& s, NoState&) {
  const float* in = s.in[0].as<float>();
  float* out = s.out[0].as<float>();
  const int64_t count = s.in[0].shape.volume();
  // The margin of the canvas, in extents of the image; a place beyond 1 counts as 1.
  const float room = a.ratio - 1, scale = 1 / a.ratio;
  const float margin[2] = {std::min(a.paste_x * room, room), std::min(a.paste_y * room, room)};
  for (int64_t i = 0; i < count; ++i) {
    // Sides are scaled; corners are also moved.
    const bool side = !a.ltrb && i % 4 >= 2;
    out[i] = (in[i] + (side ? 0 : margin[i % 2])) * scale;
  }
}

}  // namespace

PENSTOCK_CPU_OP(b_box_paste, BBoxPasteArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
