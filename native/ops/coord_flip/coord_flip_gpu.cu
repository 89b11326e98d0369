// coordFlip on a GPU: a point a thread.
#include "generated/ops/coord_flip.h"
#include "kernels/boxes/map_rows.h"
#include "ops/coord_flip/coord_flip.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  gpu::map_rows<CoordFlip>(
      r, [&](int i) { return r.in[0][i].shape[0]; },
      [&](int i) { return coord_flip(r.arg<CoordFlipArgs>(i), r.in[0][i], r.out[0][i].as<float>()); });
}

}  // namespace

PENSTOCK_GPU_OP(coord_flip, CoordFlipArgs, run)

}  // namespace penstock::ops
