// How the operators of noise draw: each element has one 32-bit word of its sample's stream (core/rng.h), and its number
// is the inverse of a distribution at that word, in arithmetic that gives the same bits on every CPU and GPU. Nothing
// is rejected, so word number i belongs to element i, whatever the other elements are.
#pragma once
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "core/dispatch.h"
#include "core/host_device.h"
#include "core/pixel_cast.h"

namespace penstock {

// a + b t + c t^2, for t of [0, 1) within a piece. Aligned, so that a piece is one load.
struct alignas(16) NormalPiece {
  float a, b, c;
};

// Constants that kernels look up (kernels/noise/tables.h). A GPU gets a copy.
struct NoiseTables {
  NormalPiece normal[497];  // 31 octaves of 16 pieces, and the middle
  double exp_whole[16];     // exp(-k)
  double exp_part[16];      // exp(-k / 16)
  double inverse[64];       // 1 / k
};

// A number of the standard normal distribution: minus the quantile of m / 2^32, for the odd number m of the word's
// lower 31 bits, with the sign of its highest bit. Octaves of m are cut into 16 pieces, as D. Lee, R. Cheung, J.
// Villasenor and W. Luk do in "Inversion-based hardware Gaussian random number generation" (FPT 2006); exponent and
// mantissa of m as a float are the number of the piece and the place within. It is within 1.2e-6 of the quantile, and
// reaches 6.23.
PENSTOCK_HD float normal_of(uint32_t word, const NormalPiece* pieces) {
  const int32_t bits = bits_of_float(static_cast<float>(static_cast<int32_t>((word & 0x7fffffff) | 1)));
  const NormalPiece& p = pieces[(bits - 0x3f800000) >> 19];
  const float t = float_of_bits(0x3f800000 | (bits & 0x7ffff) << 4) - 1.0f;
  const float size = p.a + t * (p.b + t * p.c);
  return float_of_bits(bits_of_float(size) ^ static_cast<int32_t>(word & 0x80000000));
}

// exp(-x) for 0 <= x < 16, from two tables and Taylor's series for the rest below 1/16.
PENSTOCK_HD double exp_minus(double x, const NoiseTables& t) {
  const int i = static_cast<int>(x * 16);
  const double g = i * 0.0625 - x;
  const double series =
      1 + g * (1 + g * (0.5 + g * (1.0 / 6 + g * (1.0 / 24 + g * (1.0 / 120 + g * (1.0 / 720 + g * (1.0 / 5040)))))));
  return t.exp_whole[i >> 4] * t.exp_part[i & 15] * series;
}

// Below this mean the Poisson distribution is summed up, from here on it is approximated.
inline constexpr float kPoissonSummed = 16;
// One more than the largest number that a mean below kPoissonSummed gives.
inline constexpr int kPoissonCounts = 64;

// The number of events at the word, for a mean below kPoissonSummed: the first k whose cumulative probability is above
// (word + 0.5) / 2^32.
PENSTOCK_HD int poisson_summed(double mean, uint32_t word, const NoiseTables& t) {
  const double u = (word + 0.5) * 0x1p-32;
  double p = exp_minus(mean, t), sum = p;
  int k = 0;
  while (u >= sum && k < kPoissonCounts - 1) {
    ++k;
    p *= mean * t.inverse[k];
    sum += p;
  }
  return k;
}

// The same for larger means, at a number of the normal distribution: the expansion Q_N2 of M. Giles, "Algorithm 955:
// Approximation of the inverse Poisson cumulative distribution function" (ACM TOMS 42, 2016), rounded down. The
// cumulative probabilities are within 2e-5.
template <class F>
PENSTOCK_HD F poisson_expanded(F mean, float z) {
  const float m = static_cast<float>(mean), root = sqrtf(m), one = 1.0f / root, z2 = z * z;
  const float second = 1.0f / 3 + z2 * (1.0f / 6);
  const float third = z * (-1.0f / 36 - z2 * (1.0f / 72));
  const float fourth = -8.0f / 405 + z2 * (7.0f / 810 + z2 * (1.0f / 270));
  const F k = mean + static_cast<F>(root * z + second + one * (third + one * fourth));
  if constexpr (std::is_same_v<F, float>) {
    return floorf(k > 0 ? k : 0.0f);
  } else {
    return floor(k > 0 ? k : 0.0);
  }
}

// What noise is computed in: float, or double where float has not all values of the dtype.
template <class T>
using NoiseFloat =
    std::conditional_t<std::is_same_v<T, float> || std::is_same_v<T, Half> || sizeof(T) <= 2, float, double>;

}  // namespace penstock
