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

template <class T>
[[gnu::always_inline]] inline void convert(const T* y, const uint16_t* u, const uint16_t* v, uint8_t* __restrict out,
                                           int n, const YuvMatrix& given) {
  const YuvMatrix m = given;  // a local copy, which the compiler knows that the stores cannot change
  uint8_t *r = out, *g = out + n, *b = out + 2 * n;
  for (int i = 0; i < n; ++i) {
    const int32_t luma = yuv_luma(m, y[i]);
    r[i] = yuv_red(m, luma, u[i], v[i]);
    g[i] = yuv_green(m, luma, u[i], v[i]);
    b[i] = yuv_blue(m, luma, u[i], v[i]);
  }
}

template <class T>
struct Loops {
  void (*blend)(const T*, const T*, uint16_t*, int);
  void (*widen)(const uint16_t*, uint16_t*, int);
  void (*convert)(const T*, const uint16_t*, const uint16_t*, uint8_t*, int, const YuvMatrix&);
};

template <class T>
struct Baseline {
  static void blend(const T* a, const T* b, uint16_t* out, int n) { blend_rows(a, b, out, n); }
  static void wide(const uint16_t* in, uint16_t* out, int n) { widen(in, out, n); }
  static void rgb(const T* y, const uint16_t* u, const uint16_t* v, uint8_t* out, int n, const YuvMatrix& m) {
    convert(y, u, v, out, n, m);
  }
  static constexpr Loops<T> loops = {blend, wide, rgb};
};
#if defined(__x86_64__)
template <class T>
struct Avx2 {
  __attribute__((target("avx2"))) static void blend(const T* a, const T* b, uint16_t* out, int n) {
    blend_rows(a, b, out, n);
  }
  __attribute__((target("avx2"))) static void wide(const uint16_t* in, uint16_t* out, int n) { widen(in, out, n); }
  __attribute__((target("avx2"))) static void rgb(const T* y, const uint16_t* u, const uint16_t* v, uint8_t* out, int n,
                                                  const YuvMatrix& m) {
    convert(y, u, v, out, n, m);
  }
  static constexpr Loops<T> loops = {blend, wide, rgb};
};
#endif

template <class T>
Loops<T> loops_of_level() {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return Avx2<T>::loops;
#endif
  return Baseline<T>::loops;
}

// The samples of a row side by side: where they lie, or gathered in `to`.
template <class T>
const T* row_of(const YuvPlane& p, int row, int n, T* to) {
  const uint8_t* from = p.data + row * p.stride;
  if (p.step == static_cast<int>(sizeof(T))) return reinterpret_cast<const T*>(from);
  for (int i = 0; i < n; ++i) to[i] = *reinterpret_cast<const T*>(from + int64_t{i} * p.step);
  return to;
}

template <class T>
void from_yuv(const YuvImage& in, const YuvMatrix& m, uint8_t* out, Scratch& scratch) {
  const Loops<T> loops = loops_of_level<T>();
  const int w = in.width, cw = (w + in.shift_x) >> in.shift_x, ch = (in.height + in.shift_y) >> in.shift_y;
  const auto n = static_cast<size_t>(w);
  auto *luma = scratch.get<T>(n), *near = scratch.get<T>(n + 1), *beside = scratch.get<T>(n + 1);
  auto* narrow = scratch.get<uint16_t>(n + 1);
  uint16_t* chroma[2] = {scratch.get<uint16_t>(n + 2), scratch.get<uint16_t>(n + 2)};
  auto* rgb = scratch.get<uint8_t>(3 * n);
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
    join_rgb(rgb, out + 3 * n * row, w);
  }
}

template <class T>
void from_rgb(const YuvImage& in, uint8_t* out) {
  const int most = (1 << in.depth) - 1;
  for (int row = 0; row < in.height; ++row) {
    for (int c = 0; c < 3; ++c) {
      const uint8_t* from = in.plane[c].data + row * in.plane[c].stride;
      uint8_t* to = out + int64_t{3} * row * in.width + c;
      for (int i = 0; i < in.width; ++i) {
        const int v = *reinterpret_cast<const T*>(from + int64_t{i} * in.plane[c].step);
        to[3 * i] = static_cast<uint8_t>((v * 255 + most / 2) / most);
      }
    }
  }
}

template <class T>
void image(const YuvImage& in, const YuvMatrix& m, uint8_t* out, Scratch& scratch) {
  if (in.rgb) return from_rgb<T>(in, out);
  const Scratch::Mark mark = scratch.mark();
  from_yuv<T>(in, m, out, scratch);
  scratch.rewind(mark);
}

}  // namespace

void yuv_to_rgb(const YuvImage& in, const YuvMatrix& m, uint8_t* out, Scratch& scratch) {
  if (in.depth == 8) return image<uint8_t>(in, m, out, scratch);
  image<uint16_t>(in, m, out, scratch);
}

}  // namespace penstock::ops
