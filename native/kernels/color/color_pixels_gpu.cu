// See color_pixels_gpu.h: one matrix per sample, four pixels per thread.
#include "core/pixel_dtypes.h"
#include "gpu_plugin/map_pixels.h"
#include "kernels/color/color_matrix.h"
#include "kernels/color/color_pixels_gpu.h"

namespace penstock::ops {

template <class InType, class OutType>
struct ColorMap {
  using In = InType;
  using Out = OutType;
  static constexpr int in = 3, out = 3;
  ColorMatrix c;

  PENSTOCK_HD void operator()(const In* p, Out* o) const {
    const float x = pixel_to_float(p[0]), y = pixel_to_float(p[1]), z = pixel_to_float(p[2]);
    o[0] = float_to_pixel<Out>(color_channel(c, 0, x, y, z));
    o[1] = float_to_pixel<Out>(color_channel(c, 1, x, y, z));
    o[2] = float_to_pixel<Out>(color_channel(c, 2, x, y, z));
  }
};

void color_pixels_gpu(gpu::Run& r) {
  dispatch_pixel(r.in[0][0].dtype, [&](auto in_zero) {
    dispatch_pixel(r.out[0][0].dtype, [&](auto out_zero) {
      using Map = ColorMap<decltype(in_zero), decltype(out_zero)>;
      gpu::map_pixels<Map>(r, [&](int i) { return Map{r.state<ColorMatrix>(i)}; });
    });
  });
}

}  // namespace penstock::ops
