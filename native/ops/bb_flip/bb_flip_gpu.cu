// bbFlip on a GPU: a box a thread.
#include "generated/ops/bb_flip.h"
#include "kernels/boxes/map_rows.h"
#include "ops/bb_flip/bb_flip.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  gpu::map_rows<BoxFlip>(
      r, [&](int i) { return r.in[0][i].shape.volume() / 4; },
      [&](int i) { return box_flip(r.arg<BbFlipArgs>(i), r.in[0][i], r.out[0][i]); });
}

}  // namespace

PENSTOCK_GPU_OP(bb_flip, BbFlipArgs, run)

}  // namespace penstock::ops
