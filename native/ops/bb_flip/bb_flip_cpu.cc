// bbFlip on the CPU.
#include "generated/ops/bb_flip.h"
#include "ops/bb_flip/bb_flip.h"

namespace penstock::ops {
namespace {

void setup(const BbFlipArgs&, SampleSetup& s, NoState&) {
  check_boxes(s.in[0]);
  s.out[0] = s.in[0];
}

void run(const BbFlipArgs& a, SampleRun& s, NoState&) {
  const BoxFlip flip = box_flip(a, s.in[0], s.out[0]);
  const int64_t count = s.in[0].shape.volume() / 4;
  for (int64_t i = 0; i < count; ++i) flip(i);
}

}  // namespace

PENSTOCK_CPU_OP(bb_flip, BbFlipArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
