// What every device needs of normalize: how elements fall into groups, and the arithmetic of a group and an element.
#pragma once
#include <cmath>
#include <cstdint>

#include "core/host_device.h"
#include "core/tensor.h"

namespace penstock::ops {

// The input after merging neighbouring dimensions that are treated alike. A group is what shares a mean and a
// deviation: all elements with the same place along the dimensions that are not reduced.
struct NormalizeState {
  int32_t ndim = 0;  // kept and reduced dimensions; 0 for a single element
  bool mean_given = false, std_given = false;
  bool reduced[abi::maxDims] = {};
  int64_t extent[abi::maxDims] = {};
  int64_t group_step[abi::maxDims] = {};  // through the groups; 0 where reduced
  int64_t mean_step[abi::maxDims] = {};   // through the given values
  int64_t std_step[abi::maxDims] = {};
  int64_t groups = 1;
  int64_t count = 1;  // elements of a group
};

// A group's sums of differences from a pivot, one of its own elements: a constant group has sums of exactly 0.
struct NormalizeSums {
  double sum = 0, squares = 0;
};

// Sums of whole numbers, taken without a pivot, as sums from one near the mean. Exact while they stay below 2^53.
PENSTOCK_HD NormalizeSums normalize_moved(const NormalizeSums& s, double count, double& pivot) {
  pivot = floor(s.sum / count + 0.5);
  return {s.sum - count * pivot, s.squares - 2 * pivot * s.sum + count * pivot * pivot};
}

PENSTOCK_HD double normalize_mean(const NormalizeSums& s, double count, double pivot) { return pivot + s.sum / count; }

// Sum of squared differences from `centre`, which may be a given mean.
PENSTOCK_HD double normalize_spread(const NormalizeSums& s, double count, double pivot, double centre) {
  const double around_mean = s.squares - s.sum * s.sum / count, off = normalize_mean(s, count, pivot) - centre;
  return (around_mean > 0 ? around_mean : 0) + count * off * off;
}

// What a difference is multiplied with, from the spread of its group.
PENSTOCK_HD float normalize_factor(double spread, double degrees, float epsilon, float scale) {
  const double variance = (degrees > 0 ? spread / degrees : 0) + static_cast<double>(epsilon);
  // Not "variance > 0": a NaN must stay one.
  return variance == 0 ? 0.0f : static_cast<float>(static_cast<double>(scale) / sqrt(variance));
}

// The same from a given deviation.
PENSTOCK_HD float normalize_given_factor(float std, float epsilon, float scale) {
  if (epsilon == 0) return scale / std;
  const double d = std, variance = d * d + static_cast<double>(epsilon);
  return static_cast<float>(static_cast<double>(scale) / sqrt(variance));
}

PENSTOCK_HD float normalize_value(float value, float mean, float factor, float shift) {
  return (value - mean) * factor + shift;
}

}  // namespace penstock::ops
