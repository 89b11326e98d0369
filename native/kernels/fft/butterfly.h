// The arithmetic of one step of a transform over single elements, for kernels of a GPU. It is that of fft.cc, which
// takes eight signals at a time: the same operations in the same order, so that results are equal to the last bit.
#pragma once
#include "core/host_device.h"

namespace penstock::ops {

struct Complex {
  float re, im;
};

// x times the root that is stored as cosine and sine.
PENSTOCK_HD Complex times(Complex x, const float* root) {
  const float c = root[0], s = root[1];
  return {x.re * c - x.im * s, x.re * s + x.im * c};
}

// The transforms of 2, 3 and 4 elements. Output j is multiplied by roots[j - 1].
PENSTOCK_HD void butterfly(const Complex (&x)[2], const float* roots, Complex (&y)[2]) {
  y[0] = {x[0].re + x[1].re, x[0].im + x[1].im};
  y[1] = times({x[0].re - x[1].re, x[0].im - x[1].im}, roots);
}
PENSTOCK_HD void butterfly(const Complex (&x)[3], const float* roots, Complex (&y)[3]) {
  constexpr float kSin = 0.86602540378f;  // of 60 degrees
  const float sr = x[1].re + x[2].re, si = x[1].im + x[2].im;
  const float dr = kSin * (x[1].re - x[2].re), di = kSin * (x[1].im - x[2].im);
  const float mr = x[0].re - 0.5f * sr, mi = x[0].im - 0.5f * si;
  y[0] = {x[0].re + sr, x[0].im + si};
  y[1] = times({mr + di, mi - dr}, roots);
  y[2] = times({mr - di, mi + dr}, roots + 2);
}
PENSTOCK_HD void butterfly(const Complex (&x)[4], const float* roots, Complex (&y)[4]) {
  const float ar = x[0].re + x[2].re, ai = x[0].im + x[2].im, br = x[0].re - x[2].re, bi = x[0].im - x[2].im;
  const float cr = x[1].re + x[3].re, ci = x[1].im + x[3].im, dr = x[1].re - x[3].re, di = x[1].im - x[3].im;
  y[0] = {ar + cr, ai + ci};
  y[1] = times({br + di, bi - dr}, roots);
  y[2] = times({ar - cr, ai - ci}, roots + 2);
  y[3] = times({br - di, bi + dr}, roots + 4);
}

// Frequency k of a real signal of even length, out of the transform of the complex signal whose parts are its even and
// its odd elements: `a` is element k of that transform, `b` the mirrored one, `split` the root of k.
PENSTOCK_HD Complex split_halves(Complex a, Complex b, const float* split) {
  const float er = (a.re + b.re) / 2, ei = (a.im - b.im) / 2;
  const float odd_re = (a.im + b.im) / 2, odd_im = (b.re - a.re) / 2;
  return {er + odd_re * split[0] - odd_im * split[1], ei + odd_re * split[1] + odd_im * split[0]};
}

}  // namespace penstock::ops
