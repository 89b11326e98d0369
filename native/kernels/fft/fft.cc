// See fft.h. The transform is Stockham's: each step reads one array and writes another, and leaves its result in order.
// One function is compiled for each SIMD level, and gives the same bytes at each.
#include "kernels/fft/fft.h"

#include <algorithm>
#include <cmath>

#include "core/cpu.h"

namespace penstock::ops {
namespace {

constexpr double kPi = 3.14159265358979323846;

// One element of all eight signals.
using Lanes = float __attribute__((vector_size(4 * kFftLanes), aligned(4), may_alias));

// What a step reads and writes. Element e of the input lies at re[e * pitch].
struct Arrays {
  const Lanes *re, *im;
  int pitch;
  Lanes *out_re, *out_im;
};

#define PENSTOCK_INLINE [[gnu::always_inline]] inline

// Writes a number times its root.
PENSTOCK_INLINE void write(Lanes& to_re, Lanes& to_im, const Lanes& re, const Lanes& im, const float* root) {
  const float c = root[0], s = root[1];
  to_re = re * c - im * s;
  to_im = re * s + im * c;
}

// Each step calls `butterfly` for each group of elements: with the first of `radix` inputs, which lie `apart` from each
// other, with the first of as many outputs, which lie `n` apart, and with the group's roots.
template <class Butterfly>
PENSTOCK_INLINE void each(const FftStep& step, const Arrays& a, const float* roots, const Butterfly& butterfly) {
  const int64_t n = step.stride;
  for (int64_t p = 0; p < step.count; ++p, roots += 2 * (step.radix - 1)) {
    for (int64_t l = 0; l < n; ++l) {
      const int64_t from = (p * n + l) * a.pitch, to = step.radix * p * n + l;
      butterfly(a.re + from, a.im + from, a.out_re + to, a.out_im + to, roots);
    }
  }
}

PENSTOCK_INLINE void step2(const FftStep& step, const Arrays& a, const float* roots) {
  const int64_t n = step.stride, apart = step.count * n * a.pitch;
  each(
      step, a, roots,
      [=](const Lanes* re, const Lanes* im, Lanes* to_re, Lanes* to_im, const float* root)
          __attribute__((always_inline)) {
            const Lanes r0 = re[0], i0 = im[0], r1 = re[apart], i1 = im[apart];
            to_re[0] = r0 + r1;
            to_im[0] = i0 + i1;
            write(to_re[n], to_im[n], r0 - r1, i0 - i1, root);
          });
}

PENSTOCK_INLINE void step3(const FftStep& step, const Arrays& a, const float* roots) {
  constexpr float kSin = 0.86602540378f;  // of 60 degrees
  const int64_t n = step.stride, apart = step.count * n * a.pitch;
  each(
      step, a, roots,
      [=](const Lanes* re, const Lanes* im, Lanes* to_re, Lanes* to_im, const float* root)
          __attribute__((always_inline)) {
            const Lanes r0 = re[0], i0 = im[0], r1 = re[apart], i1 = im[apart], r2 = re[2 * apart], i2 = im[2 * apart];
            const Lanes sr = r1 + r2, si = i1 + i2, dr = kSin * (r1 - r2), di = kSin * (i1 - i2);
            const Lanes mr = r0 - 0.5f * sr, mi = i0 - 0.5f * si;
            to_re[0] = r0 + sr;
            to_im[0] = i0 + si;
            write(to_re[n], to_im[n], mr + di, mi - dr, root);
            write(to_re[2 * n], to_im[2 * n], mr - di, mi + dr, root + 2);
          });
}

PENSTOCK_INLINE void step4(const FftStep& step, const Arrays& a, const float* roots) {
  const int64_t n = step.stride, apart = step.count * n * a.pitch;
  each(
      step, a, roots,
      [=](const Lanes* re, const Lanes* im, Lanes* to_re, Lanes* to_im, const float* root)
          __attribute__((always_inline)) {
            const Lanes r0 = re[0], i0 = im[0], r1 = re[apart], i1 = im[apart];
            const Lanes r2 = re[2 * apart], i2 = im[2 * apart], r3 = re[3 * apart], i3 = im[3 * apart];
            const Lanes ar = r0 + r2, ai = i0 + i2, br = r0 - r2, bi = i0 - i2;
            const Lanes cr = r1 + r3, ci = i1 + i3, dr = r1 - r3, di = i1 - i3;
            to_re[0] = ar + cr;
            to_im[0] = ai + ci;
            write(to_re[n], to_im[n], br + di, bi - dr, root);
            write(to_re[2 * n], to_im[2 * n], ar - cr, ai - ci, root + 2);
            write(to_re[3 * n], to_im[3 * n], br - di, bi + dr, root + 4);
          });
}

// Any radix, by the definition of the transform. `inner`: cosine and sine of its own roots.
PENSTOCK_INLINE void step_any(const FftStep& step, const Arrays& a, const float* roots, const float* inner) {
  const int64_t n = step.stride, apart = step.count * n * a.pitch;
  const int radix = step.radix;
  each(
      step, a, roots,
      [=](const Lanes* re, const Lanes* im, Lanes* to_re, Lanes* to_im, const float* root)
          __attribute__((always_inline)) {
            for (int j = 0; j < radix; ++j) {
              Lanes x = re[0], y = im[0];
              for (int i = 1, turn = j; i < radix; ++i, turn = turn + j < radix ? turn + j : turn + j - radix) {
                const float c = inner[2 * turn], s = inner[2 * turn + 1];
                x += re[i * apart] * c - im[i * apart] * s;
                y += re[i * apart] * s + im[i * apart] * c;
              }
              if (j) {
                write(to_re[j * n], to_im[j * n], x, y, root + 2 * (j - 1));
              } else {
                to_re[0] = x;
                to_im[0] = y;
              }
            }
          });
}

PENSTOCK_INLINE void run_step(const FftStep& step, const Arrays& a, const float* roots, const float* inner) {
  switch (step.radix) {
    case 2: return step2(step, a, roots);
    case 3: return step3(step, a, roots);
    case 4: return step4(step, a, roots);
    default: return step_any(step, a, roots, inner);
  }
}

int next_radix(int n) {
  for (const int radix : {4, 2, 3}) {
    if (n % radix == 0) return radix;
  }
  for (int radix = 5; radix * radix <= n; radix += 2) {
    if (n % radix == 0) return radix;
  }
  return n;
}

void append_root(std::vector<float>& to, double turns) {
  to.push_back(static_cast<float>(std::cos(2 * kPi * turns)));
  to.push_back(static_cast<float>(-std::sin(2 * kPi * turns)));
}

}  // namespace

RealFft::RealFft(int length) : length_(length), transformed_(length % 2 ? length : length / 2) {
  for (int n = transformed_, stride = 1; n > 1;) {
    const int radix = next_radix(n);
    steps_.push_back({radix, n / radix, stride, roots_.size(), inner_roots_.size()});
    for (int p = 0; p < n / radix; ++p) {
      for (int j = 1; j < radix; ++j) append_root(roots_, static_cast<double>(p) * j / n);
    }
    for (int i = 0; radix > 4 && i < radix; ++i) append_root(inner_roots_, static_cast<double>(i) / radix);
    stride *= radix;
    n /= radix;
  }
  for (int k = 0; k < frequencies(); ++k) append_root(split_, static_cast<double>(k) / length);
}

PENSTOCK_INLINE void RealFft::power_inline(const float* in, float* scratch, bool magnitude, float* out) const {
  const auto* x = reinterpret_cast<const Lanes*>(in);
  auto* to = reinterpret_cast<Lanes*>(out);
  const bool halves = length_ % 2 == 0;
  Lanes* free_re = reinterpret_cast<Lanes*>(scratch);
  Lanes *free_im = free_re + transformed_, *next_re = free_im + transformed_, *next_im = next_re + transformed_;
  // The first step reads the halves where they lie: the even elements, and the odd ones between them.
  Arrays a{x, x + 1, 2, free_re, free_im};
  if (!halves) {
    std::fill_n(next_im, transformed_, Lanes{});
    a = {x, next_im, 1, free_re, free_im};
  }
  for (const FftStep& step : steps_) {
    run_step(step, a, roots_.data() + step.roots, inner_roots_.data() + step.inner_roots);
    a = {a.out_re, a.out_im, 1, next_re, next_im};
    std::swap(free_re, next_re);
    std::swap(free_im, next_im);
  }
  const int last = frequencies() - 1;
  if (halves) {
    for (int k = 0; k <= last; ++k) {
      const int64_t from = (k == last ? 0 : k) * static_cast<int64_t>(a.pitch);
      const int64_t mirrored = (k == 0 || k == last ? 0 : transformed_ - k) * static_cast<int64_t>(a.pitch);
      const Lanes a_re = a.re[from], a_im = a.im[from], b_re = a.re[mirrored], b_im = a.im[mirrored];
      const float c = split_[2 * k], s = split_[2 * k + 1];
      // The transforms of the even and of the odd elements.
      const Lanes er = (a_re + b_re) * 0.5f, ei = (a_im - b_im) * 0.5f;
      const Lanes odd_re = (a_im + b_im) * 0.5f, odd_im = (b_re - a_re) * 0.5f;
      const Lanes re = er + odd_re * c - odd_im * s, im = ei + odd_re * s + odd_im * c;
      to[k] = re * re + im * im;
    }
  } else {
    for (int k = 0; k <= last; ++k) to[k] = a.re[k] * a.re[k] + a.im[k] * a.im[k];
  }
  if (!magnitude) return;
  for (int64_t i = 0; i < static_cast<int64_t>(last + 1) * kFftLanes; ++i) out[i] = std::sqrt(out[i]);
}

void RealFft::power_baseline(const float* in, float* scratch, bool magnitude, float* out) const {
  power_inline(in, scratch, magnitude, out);
}
#if defined(__x86_64__)
__attribute__((target("avx2"))) void RealFft::power_avx2(const float* in, float* scratch, bool magnitude,
                                                         float* out) const {
  power_inline(in, scratch, magnitude, out);
}
#endif

void RealFft::power(const float* in, float* scratch, bool magnitude, float* out) const {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return power_avx2(in, scratch, magnitude, out);
#endif
  power_baseline(in, scratch, magnitude, out);
}

}  // namespace penstock::ops
