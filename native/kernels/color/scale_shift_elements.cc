// The loops of scale_shift.h, per SIMD level.
#include "kernels/color/scale_shift_elements.h"

#include "core/cpu.h"

namespace penstock::ops {
namespace {

template <class In, class Out>
[[gnu::always_inline]] inline void body(const In* in, Out* __restrict out, int64_t n, ScaleShift s) {
  for (int64_t i = 0; i < n; ++i) out[i] = scale_shift<Out>(in[i], s);
}

template <class In, class Out>
void baseline(const In* in, Out* out, int64_t n, ScaleShift s) {
  body(in, out, n, s);
}
#if defined(__x86_64__)
template <class In, class Out>
__attribute__((target("avx2"))) void avx2(const In* in, Out* out, int64_t n, ScaleShift s) {
  body(in, out, n, s);
}
#endif

}  // namespace

void scale_shift_elements(const TensorView& in, const TensorView& out, const ScaleShift& s) {
  dispatch_pixel(in.dtype, [&](auto in_zero) {
    dispatch_pixel(out.dtype, [&](auto out_zero) {
      using In = decltype(in_zero);
      using Out = decltype(out_zero);
      auto loop = baseline<In, Out>;
#if defined(__x86_64__)
      if (simd_level() >= SimdLevel::avx2) loop = avx2<In, Out>;
#endif
      loop(in.as<In>(), out.as<Out>(), in.shape.volume(), s);
    });
  });
}

}  // namespace penstock::ops
