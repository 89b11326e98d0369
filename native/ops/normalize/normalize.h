// The part of normalize that CPU and GPU share: its state, and the arithmetic of a group and of an element.
#pragma once
#include <cmath>
#include <cstdint>

#include "core/host_device.h"
#include "kernels/reduce/groups.h"

namespace penstock::ops {

// What is known of a group's elements: their number, their mean, and the sum of squared differences from it.
struct NormalizeMoments {
  double count = 0, mean = 0, spread = 0;
};

// The groups, each with a common mean and deviation, and where given values lie.
struct NormalizeState : Groups {
  bool mean_given = false, std_given = false;
  // With batch, unless both are given: a group's mean and deviation are those of the same group of all samples.
  bool batch = false;
  uint64_t serial = 0;  // of the batch for which setup() has made this state
  const NormalizeMoments* own =
      nullptr;  // per group, of this sample alone; null on a GPU and for a sample without elements
  int64_t mean_step[abi::maxDims] = {};  // through a given mean or stddev
  int64_t std_step[abi::maxDims] = {};
};

// The sums of a group's differences from a pivot, and of their squares. The pivot is an element of the group, so a
// constant group has sums of exactly 0.
struct NormalizeSums {
  double sum = 0, squares = 0;
};

// Converts sums of integers without a pivot to sums with a pivot near the mean. Exact while they stay below 2^53.
PENSTOCK_HD NormalizeSums normalize_moved(const NormalizeSums& s, double count, double& pivot) {
  pivot = floor(s.sum / count + 0.5);
  return {s.sum - count * pivot, s.squares - 2 * pivot * s.sum + count * pivot * pivot};
}

PENSTOCK_HD double normalize_mean(const NormalizeSums& s, double count, double pivot) { return pivot + s.sum / count; }

// The sum of squared differences from `centre`, which is the computed mean or a given one.
PENSTOCK_HD double normalize_spread(const NormalizeSums& s, double count, double pivot, double centre) {
  const double around_mean = s.squares - s.sum * s.sum / count, off = normalize_mean(s, count, pivot) - centre;
  return (around_mean > 0 ? around_mean : 0) + count * off * off;
}

// The factor by which a difference is multiplied, from the sum of squared differences of its group.
PENSTOCK_HD float normalize_factor(double spread, double degrees, float epsilon, float scale) {
  const double variance = (degrees > 0 ? spread / degrees : 0) + static_cast<double>(epsilon);
  // Compared with == because a NaN must remain NaN.
  return variance == 0 ? 0.0f : static_cast<float>(static_cast<double>(scale) / sqrt(variance));
}

// The factor by which a difference is multiplied, from a given deviation.
PENSTOCK_HD float normalize_given_factor(float std, float epsilon, float scale) {
  if (epsilon == 0) return scale / std;
  const double d = std, variance = d * d + static_cast<double>(epsilon);
  return static_cast<float>(static_cast<double>(scale) / sqrt(variance));
}

PENSTOCK_HD NormalizeMoments normalize_moments(const NormalizeSums& s, double count, double pivot) {
  const double mean = normalize_mean(s, count, pivot);
  return {count, mean, normalize_spread(s, count, pivot, mean)};
}

// Adds the elements of another sample to those of a group. Where all are equal the spread remains 0.
PENSTOCK_HD void normalize_merge(NormalizeMoments& into, const NormalizeMoments& from) {
  if (from.count == 0) return;
  const double count = into.count + from.count, off = from.mean - into.mean;
  into.spread += from.spread + off * off * into.count * from.count / count;
  into.mean += off * from.count / count;
  into.count = count;
}

// The factor of a group of the batch, around `centre`.
PENSTOCK_HD float normalize_batch_factor(const NormalizeMoments& m, double centre, int ddof, float epsilon,
                                         float scale) {
  const double off = m.mean - centre;
  return normalize_factor(m.spread + m.count * off * off, m.count - ddof, epsilon, scale);
}

PENSTOCK_HD float normalize_value(float value, float mean, float factor, float shift) {
  return (value - mean) * factor + shift;
}

}  // namespace penstock::ops
