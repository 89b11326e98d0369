// coordFlip on the CPU.
#include "generated/ops/coord_flip.h"
#include "ops/coord_flip/coord_flip.h"

namespace penstock::ops {
namespace {

void setup(const CoordFlipArgs& a, SampleSetup& s, NoState&) {
  const TensorView& in = s.in[0];
  if (in.dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 for the coordinates but received %s", dtype_name(in.dtype));
  }
  if (in.shape.ndim != 2 || in.shape[1] < 1 || in.shape[1] > 3) {
    fail(ErrorCode::INVALID_INPUT, "Expected coordinates of shape (n, 1), (n, 2) or (n, 3) but received %s",
         extents_text(in).c_str());
  }
  coord_flip(a, in, nullptr);
  s.out[0] = in;
}

void run(const CoordFlipArgs& a, SampleRun& s, NoState&) {
  const CoordFlip flip = coord_flip(a, s.in[0], s.out[0].as<float>());
  for (int64_t row = 0; row < s.in[0].shape[0]; ++row) flip(row);
}

}  // namespace

PENSTOCK_CPU_OP(coord_flip, CoordFlipArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
