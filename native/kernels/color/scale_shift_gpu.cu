// See scale_shift_gpu.h: element by element.
#include "core/pixel_dtypes.h"
#include "gpu_plugin/map_pixels.h"
#include "kernels/color/scale_shift_gpu.h"

namespace penstock::ops {

template <class InType, class OutType>
struct ScaleShiftMap {
  using In = InType;
  using Out = OutType;
  static constexpr int in = 1, out = 1;
  ScaleShift s;

  PENSTOCK_HD void operator()(const In* v, Out* result) const { *result = scale_shift<Out>(*v, s); }
};

void scale_shift_gpu(gpu::Run& r, const std::function<ScaleShift(int sample)>& of) {
  dispatch_pixel(r.in[0][0].dtype, [&](auto in_zero) {
    dispatch_pixel(r.out[0][0].dtype, [&](auto out_zero) {
      using Map = ScaleShiftMap<decltype(in_zero), decltype(out_zero)>;
      gpu::map_pixels<Map>(r, [&](int i) { return Map{of(i)}; });
    });
  });
}

}  // namespace penstock::ops
