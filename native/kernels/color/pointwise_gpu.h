// The operators of pointwise.h on a GPU.
#pragma once
#include "core/pixel_dtypes.h"
#include "gpu_plugin/map_pixels.h"

namespace penstock::ops {

template <class Map, class T>
struct PointwiseMap {
  using In = T;
  using Out = T;
  static constexpr int in = 1, out = 1;
  Map map;

  PENSTOCK_HD void operator()(const In* v, Out* result) const { *result = map(*v); }
};

// The samples' states are Maps.
template <class Map>
void pointwise_gpu(gpu::Run& r) {
  dispatch_pixel(r.in[0][0].dtype, [&](auto zero) {
    using One = PointwiseMap<Map, decltype(zero)>;
    gpu::map_pixels<One>(r, [&](int i) { return One{r.state<Map>(i)}; });
  });
}

}  // namespace penstock::ops
