// Operators that compute each element from itself alone, in the input's dtype: posterize, solarize, invert.
//   struct Map {                                          plain data, the sample's state
//     template <class T> PENSTOCK_HD T operator()(T) const;   for the dtypes that pixel_dtypes() takes
//   };
#pragma once
#include "core/op.h"
#include "core/pixel_dtypes.h"

namespace penstock::ops {

// Refuses other dtypes than those of images; for operators without the argument dtype.
inline void check_pixel_dtype(DType in) {
  if (dispatch(in, [](auto zero) { return is_pixel<decltype(zero)>; })) return;
  fail(ErrorCode::INVALID_INPUT, "Expected uint8, int16, int32, float16 or float32 for the input but received %s",
       dtype_name(in));
}

// Accepts any shape and layout; a missing layout becomes HWC or FHWC.
inline void setup_pointwise(SampleSetup& s) {
  OutSpec& out = s.out[0];
  out = s.in[0];
  check_pixel_dtype(out.dtype);
  if (out.layout.empty() && out.shape.ndim == 3) out.layout = "HWC";
  if (out.layout.empty() && out.shape.ndim == 4) out.layout = "FHWC";
}

template <class Map>
void run_pointwise(SampleRun& s, const Map& map) {
  const int64_t n = s.in[0].shape.volume();
  dispatch_pixel(s.in[0].dtype, [&](auto zero) {
    using T = decltype(zero);
    const T* in = s.in[0].as<T>();
    T* __restrict out = s.out[0].as<T>();
    const Map own = map;
    for (int64_t i = 0; i < n; ++i) out[i] = own(in[i]);
  });
}

}  // namespace penstock::ops
