// Conversions between the dtypes of sounds. A float is from -1 to 1; a whole number has the full range of its dtype, of
// which the middle of an unsigned one is silence.
#pragma once
#include <cstdint>
#include <limits>
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
PENSTOCK_HD T from_float(float v) {
  constexpr auto kMax = static_cast<float>(std::numeric_limits<T>::max());
  if constexpr (std::is_same_v<T, float>) {
    return v;
  } else if constexpr (std::is_unsigned_v<T>) {
    return convert<T>((v + 1) * (0.5f * kMax));
  } else {
    return convert<T>(v * kMax);
  }
}

// A float for a whole number, by its largest one.
template <class T>
PENSTOCK_HD float to_float(T v) {
  if constexpr (std::is_same_v<T, float>) {
    return v;
  } else if constexpr (std::is_unsigned_v<T>) {
    return static_cast<float>(v) * (2.f / static_cast<float>(std::numeric_limits<T>::max())) - 1;
  } else {
    return static_cast<float>(v) * (1.f / static_cast<float>(std::numeric_limits<T>::max()));
  }
}

// The mean of the channels of each frame.
template <class T>
void mix_channels(const float* in, int64_t frames, int channels, T* out) {
  const float share = 1.f / static_cast<float>(channels);
  for (int64_t i = 0; i < frames; ++i, in += channels) {
    float sum = in[0] * share;
    for (int c = 1; c < channels; ++c) sum += in[c] * share;
    out[i] = from_float<T>(sum);
  }
}

}  // namespace penstock::audio
