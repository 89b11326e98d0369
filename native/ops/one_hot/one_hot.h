// The part of oneHot that CPU and GPU share.
#pragma once
#include "core/dispatch.h"
#include "core/host_device.h"

namespace penstock::ops {

// The output is [outer][classes][inner]; the input is [outer][inner].
struct OneHotState {
  int64_t outer = 1, inner = 1, classes = 0;
};

// The class of an element, or -1 if it is none.
template <class T>
PENSTOCK_HD int64_t class_of(T value, int64_t classes) {
  if constexpr (std::is_same_v<T, Half>) {
    return class_of(static_cast<float>(value), classes);
  } else if constexpr (std::is_floating_point_v<T>) {
    // Fractions are dropped toward 0, which is no class where there are none. A NaN is no class.
    return classes > 0 && value > T(-1) && value < static_cast<T>(classes) ? static_cast<int64_t>(value) : -1;
  } else {
    const auto at = static_cast<uint64_t>(value);  // a negative number is larger than any number of classes
    return at < static_cast<uint64_t>(classes) ? static_cast<int64_t>(at) : -1;
  }
}

}  // namespace penstock::ops
