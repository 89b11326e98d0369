// The dtype conversion of windows (crop, slice), on any device.
#pragma once
#include <cmath>

#include "core/dispatch.h"

namespace penstock::ops::detail {

// Clamps to the dtype's range and drops fractions, whereas convert() rounds. float16 clamps to its largest finite
// number.
template <class Out, class In>
PENSTOCK_HD Out clamp_to(In value) {
  if constexpr (std::is_same_v<In, Out>) {
    return value;
  } else if constexpr (std::is_same_v<In, Half>) {
    return clamp_to<Out>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<Out, Half>) {
    const double v = static_cast<double>(value);
    return Half(v > 65504.0 ? 65504.0 : v < -65504.0 ? -65504.0 : v);
  } else if constexpr (std::is_floating_point_v<In> && std::is_integral_v<Out>) {
    return convert<Out>(std::trunc(value));
  } else {
    return convert<Out>(value);
  }
}

}  // namespace penstock::ops::detail
