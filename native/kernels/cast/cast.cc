// See cast.h.
#include "kernels/cast/cast.h"

#include <cstring>

#include "core/dispatch.h"

namespace penstock::ops {

void cast_elements(const TensorView& in, const TensorView& out) {
  const int64_t n = in.shape.volume();
  if (in.dtype == out.dtype) {
    if (n) std::memcpy(out.data, in.data, n * dtype_size(in.dtype));
    return;
  }
  dispatch(in.dtype, [&](auto in_zero) {
    dispatch(out.dtype, [&](auto out_zero) {
      using In = decltype(in_zero);
      using Out = decltype(out_zero);
      const In* p = in.as<In>();
      Out* o = out.as<Out>();
      for (int64_t i = 0; i < n; ++i) o[i] = convert<Out>(p[i]);
    });
  });
}

}  // namespace penstock::ops
