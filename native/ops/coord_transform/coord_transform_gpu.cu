// coordTransform on a GPU: a point a thread, with the matrix that setup() has made.
#include "generated/ops/coord_transform.h"
#include "kernels/boxes/map_rows.h"
#include "ops/coord_transform/coord_transform.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  with_coordinate_types(r.in[0][0].dtype, r.out[0][0].dtype, [&](auto from, auto to) {
    using In = decltype(from);
    using Out = decltype(to);
    gpu::map_rows<CoordMap<In, Out>>(
        r, [&](int i) { return coordinate_rows(r.in[0][i]); },
        [&](int i) {
          return CoordMap<In, Out>{r.in[0][i].template as<In>(), r.out[0][i].template as<Out>(),
                                   r.state<CoordMatrix>(i)};
        });
  });
}

}  // namespace

PENSTOCK_GPU_OP(coord_transform, CoordTransformArgs, run)

}  // namespace penstock::ops
