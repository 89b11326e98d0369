// Conversions between the dtypes of sounds. A float is from -1 to 1; a whole number has the full range of its dtype.
#pragma once
#include <cstdint>
#include <type_traits>

#include "core/dispatch.h"

namespace penstock::audio {

// A whole number that is shifted to the top of 32 bits. Divided by 2^31 it is a float; its upper half is the int16.
template <class T>
T from_top(int32_t v) {
  if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(v) * (1.f / 2147483648.f);
  } else {
    return static_cast<T>(v >> (32 - 8 * sizeof(T)));
  }
}

// Scaled by the largest number of T, rounded, and limited to its range.
template <class T>
T from_float(float v) {
  if constexpr (std::is_same_v<T, float>) {
    return v;
  } else {
    return convert<T>(v * static_cast<float>(std::numeric_limits<T>::max()));
  }
}

}  // namespace penstock::audio
