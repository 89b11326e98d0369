// noise.shot: the arithmetic of an element, which CPU and GPU share.
#pragma once
#include "kernels/noise/noise.h"

namespace penstock::ops {

template <class T>
PENSTOCK_HD NoiseFloat<T> shot_mean(T value, float factor) {
  return convert<NoiseFloat<T>>(value) / static_cast<NoiseFloat<T>>(factor);
}

template <class T, class F>
PENSTOCK_HD T shot_value(F count, float factor) {
  return convert<T>(count * static_cast<F>(factor));
}

// An element as it is counted, for a factor above 0. What has no finite mean stays as it is; NaN counts as 0.
template <class T>
PENSTOCK_HD T shot_element(T value, float factor, uint32_t word, const NoiseTables& tables) {
  using F = NoiseFloat<T>;
  const F mean = shot_mean(value, factor);
  if (!(mean > 0)) return shot_value<T>(F{0}, factor);
  if (mean < F{kPoissonSummed}) return shot_value<T>(static_cast<F>(poisson_summed(mean, word, tables)), factor);
  if (mean > F{1e30f}) return value;
  return shot_value<T>(poisson_expanded(mean, normal_of(word, tables.normal)), factor);
}

}  // namespace penstock::ops
