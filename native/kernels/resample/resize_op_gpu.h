// The GPU side of the operators that resize whole images: resampling, and the inputs' extents where saveAttrs asks for
// them.
#pragma once
#include "kernels/resample/resample_gpu.h"

namespace penstock::gpu {

// The extents of one input, which go to an output.
struct Extents {
  int32_t* out;
  int32_t spatial, size[3];
};

void put_extents(Context&, const std::vector<Extents>&);

}  // namespace penstock::gpu

namespace penstock::ops {

template <class Args>
void resize_images(gpu::Run& r) {
  gpu::resample_run(r);
  std::vector<gpu::Extents> extents;
  for (int i = 0; i < r.count; ++i) {
    if (!r.arg<Args>(i).save_attrs) continue;
    const ResizeLayout& layout = r.state<ResizeState>(i).layout;
    gpu::Extents e = {r.out[1][i].template as<int32_t>(), layout.spatial, {}};
    for (int d = 0; d < e.spatial; ++d) e.size[d] = static_cast<int32_t>(r.in[0][i].shape[layout.first + d]);
    extents.push_back(e);
  }
  gpu::put_extents(r.ctx, extents);
}

}  // namespace penstock::ops
