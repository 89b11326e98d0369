// The part of experimental.medianBlur that CPU and GPU share: the state that setup() makes, and the order of numbers as
// one of unsigned integers.
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/host_device.h"
#include "kernels/convolve/border.h"

namespace penstock::ops {

// The input as [outer][extent 0][extent 1][inner]: frames and channels before the spatial axes count as outer, channels
// after them as inner.
struct MedianState {
  int64_t outer = 1, inner = 1;
  int64_t extent[2] = {1, 1};
  int32_t window[2] = {1, 1};  // rows, columns; odd

  PENSTOCK_HD int count() const { return window[0] * window[1]; }
};

// Keys have the order of the numbers.
template <class T>
PENSTOCK_HD uint32_t order_key(T v) {
  if constexpr (std::is_same_v<T, float>) {
    uint32_t bits;
    memcpy(&bits, &v, 4);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<uint32_t>(static_cast<int32_t>(v)) + 0x8000u;
  } else {
    return v;
  }
}
template <class T>
PENSTOCK_HD T of_order_key(uint32_t key) {
  if constexpr (std::is_same_v<T, float>) {
    const uint32_t bits = key >> 31 ? key & 0x7fffffffu : ~key;
    float v;
    memcpy(&v, &bits, 4);
    return v;
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(static_cast<int32_t>(key - 0x8000u));
  } else {
    return static_cast<T>(key);
  }
}

}  // namespace penstock::ops
