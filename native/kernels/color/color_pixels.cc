// The loops of color_pixels.h, per SIMD level: a block's pixels are split into planes, so that the loops vectorise.
#include "kernels/color/color_pixels.h"

#include <algorithm>

#include "core/cpu.h"
#include "kernels/color/rgb_planes.h"

namespace penstock::ops {
namespace {

constexpr int64_t kBlock = 256;  // pixels; the planes of input and output stay in L1

template <class T>
void split(const T* in, T* planes, int64_t n) {
  if constexpr (std::is_same_v<T, uint8_t>) {
    split_rgb(in, planes, n);
  } else {
    for (int64_t i = 0; i < n; ++i) {
      for (int c = 0; c < 3; ++c) planes[c * n + i] = in[3 * i + c];
    }
  }
}
template <class T>
void join(const T* planes, T* out, int64_t n) {
  if constexpr (std::is_same_v<T, uint8_t>) {
    join_rgb(planes, out, n);
  } else {
    for (int64_t i = 0; i < n; ++i) {
      for (int c = 0; c < 3; ++c) out[3 * i + c] = planes[c * n + i];
    }
  }
}

template <class In, class Out>
[[gnu::always_inline]] inline void body(const In* x, const In* y, const In* z, Out* __restrict a, Out* __restrict b,
                                        Out* __restrict d, int64_t n, const ColorMatrix& given) {
  const ColorMatrix c = given;  // a local copy, which the compiler knows that the stores cannot change
  for (int64_t i = 0; i < n; ++i) {
    const float r = pixel_to_float(x[i]), g = pixel_to_float(y[i]), h = pixel_to_float(z[i]);
    a[i] = float_to_pixel<Out>(color_channel(c, 0, r, g, h));
    b[i] = float_to_pixel<Out>(color_channel(c, 1, r, g, h));
    d[i] = float_to_pixel<Out>(color_channel(c, 2, r, g, h));
  }
}

// Converts one block, from planes of `in` to planes of `out`.
template <class In, class Out>
void baseline(const In* in, Out* out, int64_t n, const ColorMatrix& c) {
  body(in + c.first * n, in + n, in + c.last * n, out, out + n, out + 2 * n, n, c);
}
#if defined(__x86_64__)
template <class In, class Out>
__attribute__((target("avx2"))) void avx2(const In* in, Out* out, int64_t n, const ColorMatrix& c) {
  body(in + c.first * n, in + n, in + c.last * n, out, out + n, out + 2 * n, n, c);
}
#endif

template <class In, class Out>
void image(const In* in, Out* out, int64_t pixels, const ColorMatrix& c) {
  auto loop = baseline<In, Out>;
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) loop = avx2<In, Out>;
#endif
  In from[3 * kBlock];
  Out to[3 * kBlock];
  for (int64_t at = 0; at < pixels; at += kBlock) {
    const int64_t n = std::min(kBlock, pixels - at);
    split(in + 3 * at, from, n);
    loop(from, to, n, c);
    join(to, out + 3 * at, n);
  }
}

}  // namespace

void color_pixels(const TensorView& in, const TensorView& out, const ColorMatrix& c) {
  const int64_t pixels = in.shape.volume() / 3;
  dispatch_pixel(in.dtype, [&](auto in_zero) {
    dispatch_pixel(out.dtype,
                   [&](auto out_zero) { image(in.as<decltype(in_zero)>(), out.as<decltype(out_zero)>(), pixels, c); });
  });
}

}  // namespace penstock::ops
