// See fft.h. The transform is Stockham's: each step reads one array and writes another, and leaves its result in order.
#include "kernels/fft/fft.h"

#include <algorithm>
#include <cmath>

#include "core/cpu.h"

namespace penstock::ops {
namespace {

constexpr double kPi = 3.14159265358979323846;

// One step over `n` neighbours: radix r, input part i at in[i * apart], output part j at out[j * n].
struct Arrays {
  const float *in_re, *in_im;
  float *out_re, *out_im;
  int64_t n, apart;
};

#define PENSTOCK_INLINE [[gnu::always_inline]] inline

// Writes output j, times its root.
PENSTOCK_INLINE void write(const Arrays& a, int j, int64_t l, const float* roots, float re, float im) {
  const float c = roots[2 * (j - 1)], s = roots[2 * (j - 1) + 1];
  a.out_re[j * a.n + l] = re * c - im * s;
  a.out_im[j * a.n + l] = re * s + im * c;
}

PENSTOCK_INLINE void step2(const Arrays& a, const float* roots) {
  for (int64_t l = 0; l < a.n; ++l) {
    const float r0 = a.in_re[l], i0 = a.in_im[l], r1 = a.in_re[a.apart + l], i1 = a.in_im[a.apart + l];
    a.out_re[l] = r0 + r1;
    a.out_im[l] = i0 + i1;
    write(a, 1, l, roots, r0 - r1, i0 - i1);
  }
}

PENSTOCK_INLINE void step3(const Arrays& a, const float* roots) {
  constexpr float kSin = 0.86602540378f;  // of 60 degrees
  for (int64_t l = 0; l < a.n; ++l) {
    const float r0 = a.in_re[l], i0 = a.in_im[l];
    const float r1 = a.in_re[a.apart + l], i1 = a.in_im[a.apart + l];
    const float r2 = a.in_re[2 * a.apart + l], i2 = a.in_im[2 * a.apart + l];
    const float sr = r1 + r2, si = i1 + i2, dr = kSin * (r1 - r2), di = kSin * (i1 - i2);
    const float mr = r0 - 0.5f * sr, mi = i0 - 0.5f * si;
    a.out_re[l] = r0 + sr;
    a.out_im[l] = i0 + si;
    write(a, 1, l, roots, mr + di, mi - dr);
    write(a, 2, l, roots, mr - di, mi + dr);
  }
}

PENSTOCK_INLINE void step4(const Arrays& a, const float* roots) {
  for (int64_t l = 0; l < a.n; ++l) {
    const float r0 = a.in_re[l], i0 = a.in_im[l];
    const float r1 = a.in_re[a.apart + l], i1 = a.in_im[a.apart + l];
    const float r2 = a.in_re[2 * a.apart + l], i2 = a.in_im[2 * a.apart + l];
    const float r3 = a.in_re[3 * a.apart + l], i3 = a.in_im[3 * a.apart + l];
    const float ar = r0 + r2, ai = i0 + i2, br = r0 - r2, bi = i0 - i2;
    const float cr = r1 + r3, ci = i1 + i3, dr = r1 - r3, di = i1 - i3;
    a.out_re[l] = ar + cr;
    a.out_im[l] = ai + ci;
    write(a, 1, l, roots, br + di, bi - dr);
    write(a, 2, l, roots, ar - cr, ai - ci);
    write(a, 3, l, roots, br - di, bi + dr);
  }
}

// Any radix, by the definition of the transform. `inner`: cosine and sine of its own roots.
PENSTOCK_INLINE void step_any(const Arrays& a, const float* roots, int radix, const float* inner) {
  for (int j = 0; j < radix; ++j) {
    float *re = a.out_re + j * a.n, *im = a.out_im + j * a.n;
    std::copy_n(a.in_re, a.n, re);
    std::copy_n(a.in_im, a.n, im);
    for (int i = 1; i < radix; ++i) {
      const float c = inner[2 * (i * j % radix)], s = inner[2 * (i * j % radix) + 1];
      const float *x = a.in_re + i * a.apart, *y = a.in_im + i * a.apart;
      for (int64_t l = 0; l < a.n; ++l) {
        re[l] += x[l] * c - y[l] * s;
        im[l] += x[l] * s + y[l] * c;
      }
    }
    if (!j) continue;
    const float c = roots[2 * (j - 1)], s = roots[2 * (j - 1) + 1];
    for (int64_t l = 0; l < a.n; ++l) {
      const float x = re[l], y = im[l];
      re[l] = x * c - y * s;
      im[l] = x * s + y * c;
    }
  }
}

PENSTOCK_INLINE void step(int radix, const Arrays& a, const float* roots, const float* inner) {
  switch (radix) {
    case 2: return step2(a, roots);
    case 3: return step3(a, roots);
    case 4: return step4(a, roots);
    default: return step_any(a, roots, radix, inner);
  }
}

void baseline_step(int radix, const Arrays& a, const float* roots, const float* inner) { step(radix, a, roots, inner); }
#if defined(__x86_64__)
__attribute__((target("avx2"))) void avx2_step(int radix, const Arrays& a, const float* roots, const float* inner) {
  step(radix, a, roots, inner);
}
#endif

auto step_of_this_cpu() {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return avx2_step;
#endif
  return baseline_step;
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

void RealFft::power(const float* in, float* scratch, bool magnitude, float* out) const {
  const int64_t size = static_cast<int64_t>(transformed_) * kFftLanes;
  float *re = scratch, *im = re + size, *next_re = im + size, *next_im = next_re + size;
  const bool halves = length_ % 2 == 0;
  for (int64_t k = 0; k < transformed_; ++k) {
    const float* from = in + (halves ? 2 : 1) * k * kFftLanes;
    std::copy_n(from, kFftLanes, re + k * kFftLanes);
    if (halves)
      std::copy_n(from + kFftLanes, kFftLanes, im + k * kFftLanes);
    else
      std::fill_n(im + k * kFftLanes, kFftLanes, 0.f);
  }
  const auto run = step_of_this_cpu();
  for (const Step& s : steps_) {
    const int64_t n = static_cast<int64_t>(s.stride) * kFftLanes;
    const float* roots = roots_.data() + s.roots;
    for (int p = 0; p < s.count; ++p, roots += 2 * (s.radix - 1)) {
      run(s.radix, {re + p * n, im + p * n, next_re + s.radix * p * n, next_im + s.radix * p * n, n, s.count * n},
          roots, inner_roots_.data() + s.inner_roots);
    }
    std::swap(re, next_re);
    std::swap(im, next_im);
  }
  for (int k = 0; k < frequencies(); ++k) {
    const float *a_re = re + k % transformed_ * kFftLanes, *a_im = im + k % transformed_ * kFftLanes;
    const int64_t mirrored = (transformed_ - k) % transformed_ * kFftLanes;
    const float *b_re = re + mirrored, *b_im = im + mirrored, c = split_[2 * k], s = split_[2 * k + 1];
    float* to = out + static_cast<int64_t>(k) * kFftLanes;
    for (int l = 0; l < kFftLanes; ++l) {
      float x = a_re[l], y = a_im[l];
      if (halves) {
        // The transforms of the even and of the odd elements.
        const float er = (a_re[l] + b_re[l]) / 2, ei = (a_im[l] - b_im[l]) / 2;
        const float odd_re = (a_im[l] + b_im[l]) / 2, odd_im = (b_re[l] - a_re[l]) / 2;
        x = er + odd_re * c - odd_im * s;
        y = ei + odd_re * s + odd_im * c;
      }
      to[l] = x * x + y * y;
    }
  }
  if (!magnitude) return;
  for (int64_t i = 0; i < static_cast<int64_t>(frequencies()) * kFftLanes; ++i) out[i] = std::sqrt(out[i]);
}

}  // namespace penstock::ops
