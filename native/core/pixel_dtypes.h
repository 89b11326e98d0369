// Operators on pictures: which dtypes they take, and dispatch over those only.
#pragma once
#include "core/dispatch.h"
#include "core/pixel_cast.h"

namespace penstock {

// f(T{}) with the C++ type of a picture's dtype (core/pixel_cast.h). pixel_dtypes() has seen it.
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

// The output's dtype: that of the argument where it is given.
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
