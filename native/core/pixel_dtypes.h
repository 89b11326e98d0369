// The dtypes that operators on images take, and dispatch over those only.
#pragma once
#include "core/dispatch.h"
#include "core/pixel_cast.h"

namespace penstock {

// Calls f(T{}) with the C++ type of an image's dtype (core/pixel_cast.h), which pixel_dtypes() has checked.
template <class F>
void dispatch_pixel(DType dtype, F&& f) {
  dispatch(dtype, [&](auto zero) {
    if constexpr (is_pixel<decltype(zero)>) {
      f(zero);
    } else {
      fail(ErrorCode::INTERNAL, "no kernel for %s", dtype_name(dtype));
    }
  });
}

// The output's dtype: the argument's when `given`, else the input's. Throws when either is no image dtype.
template <class Args>
DType pixel_dtypes(const Args& a, DType in, bool given) {
  const auto check = [](DType t, ErrorCode code, const char* what) {
    if (dispatch(t, [](auto zero) { return is_pixel<decltype(zero)>; })) return;
    fail(code, "Expected uint8, int16, int32, float16 or float32 for %s but received %s", what, dtype_name(t));
  };
  check(in, ErrorCode::INVALID_INPUT, "the input");
  if (!given) return in;
  check(a.dtype, ErrorCode::INVALID_ARGUMENT, "dtype");
  return a.dtype;
}

}  // namespace penstock
