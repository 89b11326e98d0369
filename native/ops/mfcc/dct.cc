// See mfcc.h.
#include <cmath>

#include "ops/mfcc/mfcc.h"

namespace penstock::ops {
namespace {

constexpr double kPi = 3.14159265358979323846;

// What band n is multiplied with for coefficient k.
double cosine(int type, double n, double k, double bands) {
  switch (type) {
    case 1: return (n == 0 || n == bands - 1 ? 0.5 : 1) * std::cos(kPi * n * k / (bands - 1));
    case 2: return std::cos(kPi / bands * (n + 0.5) * k);
    case 3: return (n == 0 ? 0.5 : 1) * std::cos(kPi / bands * n * (k + 0.5));
    default: return std::cos(kPi / bands * (n + 0.5) * (k + 0.5));
  }
}

// The factor that makes the transform orthonormal.
double scale(int type, double n, double k, double bands) {
  if (type == 2 && k == 0) return std::sqrt(1 / bands);
  if (type == 3 && n == 0) return 2 * std::sqrt(1 / bands);
  return std::sqrt(2 / bands);
}

}  // namespace

void make_dct(const MfccArgs& a, int64_t bands, std::vector<float>& matrix) {
  const int64_t rows = coefficients(a, bands);
  matrix.resize(static_cast<size_t>(rows * bands));
  for (int64_t k = 0; k < rows; ++k) {
    const double l = a.lifter, at = static_cast<double>(k), n_bands = static_cast<double>(bands);
    const double lift = l != 0 ? 1 + std::sin(kPi * (at + 1) / l) * l / 2 : 1;
    for (int64_t n = 0; n < bands; ++n) {
      const auto band = static_cast<double>(n);
      const double factor = a.normalize ? scale(a.dct_type, band, at, n_bands) : 1;
      matrix[k * bands + n] = static_cast<float>(cosine(a.dct_type, band, at, n_bands) * factor * lift);
    }
  }
}

}  // namespace penstock::ops
