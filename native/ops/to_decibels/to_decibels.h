// The part of toDecibels that CPU and GPU share: its numbers as factors, and the formula of an element.
#pragma once
#include <cfloat>
#include <cmath>

#include "core/host_device.h"
#include "generated/ops/to_decibels.h"

namespace penstock::ops {

struct Decibels {
  float least = 0;   // of the ratio to the reference
  float factor = 0;  // of the ratio's logarithm to base 2
};

inline Decibels decibels(const ToDecibelsArgs& a) {
  const double multiplier = a.multiplier;
  // A logarithm of 0 would be no number of decibels.
  const float least = static_cast<float>(std::pow(10, a.cutoff_db / multiplier));
  return {least > 0 ? least : FLT_TRUE_MIN, static_cast<float>(multiplier * 0.30102999566398119521)};  // log10(2)
}

// What elements are multiplied with for their ratio. A reference of 0, that of silence too, is 1.
PENSTOCK_HD float inverse_reference(float reference) { return reference == 0 ? 1.f : 1 / reference; }

// The ratio of which the logarithm is taken; an element that is no number counts as silence.
PENSTOCK_HD float decibel_ratio(float x, float inverse, float least) {
  const float ratio = x * inverse;
  return ratio > least ? ratio : least;
}

}  // namespace penstock::ops
