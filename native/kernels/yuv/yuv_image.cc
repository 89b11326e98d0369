// A row of pixels is made from a row of luma and one of each chroma in its full width; loops vectorise, and are
// compiled per SIMD level.
#include "kernels/yuv/yuv_image.h"

#include <algorithm>

#include "core/cpu.h"
#include "kernels/color/rgb_planes.h"

namespace penstock::ops {
namespace {

template <class T>
[[gnu::always_inline]] inline void blend_rows(const T* near, const T* beside, uint16_t* __restrict out, int n) {
  for (int i = 0; i < n; ++i) out[i] = static_cast<uint16_t>(chroma_between(near[i], beside[i]));
}

[[gnu::always_inline]] inline void widen(const uint16_t* in, uint16_t* __restrict out, int n) {
  // The first and the last sample have one neighbour only.
  out[0] = static_cast<uint16_t>(4 * in[0]);
  for (int i = 0; i + 1 < n; ++i) {
    out[2 * i + 1] = static_cast<uint16_t>(chroma_between(in[i], in[i + 1]));
    out[2 * i + 2] = static_cast<uint16_t>(chroma_between(in[i + 1], in[i]));
  }
  out[2 * n - 1] = static_cast<uint16_t>(4 * in[n - 1]);
}

template <class T, class Out>
[[gnu::always_inline]] inline void convert(const T* y, const uint16_t* u, const uint16_t* v, Out* __restrict out, int n,
                                           const YuvMatrix& given) {
  const YuvMatrix m = given;  // a local copy, which the compiler knows that the stores cannot change
  Out *r = out, *g = out + n, *b = out + 2 * n;
  for (int i = 0; i < n; ++i) {
    const int32_t luma = yuv_luma(m, y[i]);
    r[i] = yuv_red<Out>(m, luma, u[i], v[i]);
    g[i] = yuv_green<Out>(m, luma, u[i], v[i]);
    b[i] = yuv_blue<Out>(m, luma, u[i], v[i]);
  }
}

template <class T, class Out>
struct Loops {
  void (*blend)(const T*, const T*, uint16_t*, int);
  void (*widen)(const uint16_t*, uint16_t*, int);
  void (*convert)(const T*, const uint16_t*, const uint16_t*, Out*, int, const YuvMatrix&);
};

template <class T, class Out>
struct Baseline {
  static void blend(const T* a, const T* b, uint16_t* out, int n) { blend_rows(a, b, out, n); }
  static void wide(const uint16_t* in, uint16_t* out, int n) { widen(in, out, n); }
  static void rgb(const T* y, const uint16_t* u, const uint16_t* v, Out* out, int n, const YuvMatrix& m) {
    convert(y, u, v, out, n, m);
  }
  static constexpr Loops<T, Out> loops = {blend, wide, rgb};
};
#if defined(__x86_64__)
template <class T, class Out>
struct Avx2 {
  __attribute__((target("avx2"))) static void blend(const T* a, const T* b, uint16_t* out, int n) {
    blend_rows(a, b, out, n);
  }
  __attribute__((target("avx2"))) static void wide(const uint16_t* in, uint16_t* out, int n) { widen(in, out, n); }
  __attribute__((target("avx2"))) static void rgb(const T* y, const uint16_t* u, const uint16_t* v, Out* out, int n,
                                                  const YuvMatrix& m) {
    convert(y, u, v, out, n, m);
  }
  static constexpr Loops<T, Out> loops = {blend, wide, rgb};
};
#endif

template <class T, class Out>
Loops<T, Out> loops_of_level() {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return Avx2<T, Out>::loops;
#endif
  return Baseline<T, Out>::loops;
}

// Planes to pixels.
void join(const uint8_t* rgb, uint8_t* out, int n) { join_rgb(rgb, out, n); }
void join(const uint16_t* rgb, uint16_t* out, int n) {
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < 3; ++c) out[3 * i + c] = rgb[c * n + i];
  }
}

// The samples of a row side by side: where they lie, or gathered in `to`.
template <class T>
const T* row_of(const YuvPlane& p, int row, int n, T* to) {
  const uint8_t* from = p.data + row * p.stride;
  if (p.step == static_cast<int>(sizeof(T))) return reinterpret_cast<const T*>(from);
  for (int i = 0; i < n; ++i) to[i] = *reinterpret_cast<const T*>(from + int64_t{i} * p.step);
  return to;
}

template <class T, class Out>
void from_yuv(const YuvImage& in, const YuvMatrix& m, Out* out, Scratch& scratch) {
  const Loops<T, Out> loops = loops_of_level<T, Out>();
  const int w = in.width, cw = (w + in.shift_x) >> in.shift_x, ch = (in.height + in.shift_y) >> in.shift_y;
  const auto n = static_cast<size_t>(w);
  auto *luma = scratch.get<T>(n), *near = scratch.get<T>(n + 1), *beside = scratch.get<T>(n + 1);
  auto* narrow = scratch.get<uint16_t>(n + 1);
  uint16_t* chroma[2] = {scratch.get<uint16_t>(n + 2), scratch.get<uint16_t>(n + 2)};
  auto* rgb = scratch.get<Out>(3 * n);
  if (in.planes == 1) {
    for (uint16_t* c : chroma) std::fill_n(c, n, static_cast<uint16_t>(m.zero));
  }
  for (int row = 0; row < in.height; ++row) {
    for (int c = 1; c < in.planes; ++c) {
      const int at = row >> in.shift_y, other = in.shift_y ? chroma_beside(row, at, ch) : at;
      const T *a = row_of(in.plane[c], at, cw, near), *b = row_of(in.plane[c], other, cw, beside);
      loops.blend(a, b, narrow, cw);
      if (in.shift_x) {
        loops.widen(narrow, chroma[c - 1], cw);
      } else {
        for (int i = 0; i < w; ++i) chroma[c - 1][i] = static_cast<uint16_t>(4 * narrow[i]);
      }
    }
    loops.convert(row_of(in.plane[0], row, w, luma), chroma[0], chroma[1], rgb, w, m);
    join(rgb, out + 3 * n * row, w);
  }
}

// Writes a plane of full range to a channel of pixels.
template <class T, class Out>
void spread(const YuvPlane& plane, const YuvImage& in, int channels, Out* out) {
  for (int row = 0; row < in.height; ++row) {
    const uint8_t* from = plane.data + row * plane.stride;
    Out* to = out + int64_t{channels} * row * in.width;
    for (int i = 0; i < in.width; ++i) {
      const int32_t v = *reinterpret_cast<const T*>(from + int64_t{i} * plane.step);
      to[channels * i] = full_value<Out>(v, in.depth);
    }
  }
}

template <class T, class Out>
void image(const YuvImage& in, const YuvMatrix& m, Out* out, Scratch& scratch) {
  if (in.rgb) {
    for (int c = 0; c < 3; ++c) spread<T>(in.plane[c], in, 3, out + c);
    return;
  }
  const Scratch::Mark mark = scratch.mark();
  from_yuv<T>(in, m, out, scratch);
  scratch.rewind(mark);
}

template <class Out>
void any_image(const YuvImage& in, const YuvMatrix& m, Out* out, Scratch& scratch) {
  if (in.depth == 8) return image<uint8_t>(in, m, out, scratch);
  image<uint16_t>(in, m, out, scratch);
}

template <class Out>
void with_alpha(const YuvImage& in, const Out* rgb, Out* out) {
  const int64_t pixels = int64_t{in.width} * in.height;
  for (int64_t i = 0; i < pixels; ++i) {
    for (int c = 0; c < 3; ++c) out[4 * i + c] = rgb[3 * i + c];
    out[4 * i + 3] = static_cast<Out>(~Out{0});
  }
  if (!in.alpha.data) return;
  if (in.depth == 8) return spread<uint8_t>(in.alpha, in, 4, out + 3);
  spread<uint16_t>(in.alpha, in, 4, out + 3);
}

}  // namespace

void yuv_to_rgb(const YuvImage& in, const YuvMatrix& m, uint8_t* out, Scratch& scratch) {
  any_image(in, m, out, scratch);
}
void yuv_to_rgb(const YuvImage& in, const YuvMatrix& m, uint16_t* out, Scratch& scratch) {
  any_image(in, m, out, scratch);
}

void join_alpha(const YuvImage& in, const uint8_t* rgb, uint8_t* out) { with_alpha(in, rgb, out); }
void join_alpha(const YuvImage& in, const uint16_t* rgb, uint16_t* out) { with_alpha(in, rgb, out); }

}  // namespace penstock::ops
