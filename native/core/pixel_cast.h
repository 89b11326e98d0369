// Converts the dtypes of images (uint8, int16, int32, float16, float32) to float32 and back, without branches, calls or
// exceptions: CPU loops over these functions vectorise, and GPU kernels give the same bytes. The values are those of
// convert<> (core/dispatch.h).
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/half.h"
#include "core/host_device.h"

namespace penstock {

template <class T>
inline constexpr bool is_pixel = std::is_same_v<T, uint8_t> || std::is_same_v<T, int16_t> ||
                                 std::is_same_v<T, int32_t> || std::is_same_v<T, Half> || std::is_same_v<T, float>;

PENSTOCK_HD float float_of_bits(int32_t bits) {
  float v;
  memcpy(&v, &bits, 4);
  return v;
}
PENSTOCK_HD int32_t bits_of_float(float v) {
  int32_t bits;
  memcpy(&bits, &v, 4);
  return bits;
}

// All bits set when a < b, for numbers whose difference fits in 32 bits. Selections use such masks, because compilers
// turn other forms into branches around float arithmetic and then do not vectorise.
PENSTOCK_HD int32_t mask_less(int32_t a, int32_t b) { return (a - b) >> 31; }
PENSTOCK_HD int32_t choose(int32_t mask, int32_t a, int32_t b) { return (a & mask) | (b & ~mask); }

// Subnormals are normalised by subtracting the 1 that the exponent implies, in float arithmetic.
PENSTOCK_HD float float_of_half(uint16_t h) {
  const int32_t size = (h & 0x7fff) << 13;
  const int32_t usual = size + 0x38000000 + (~mask_less(size, 0x0f800000) & 0x38000000);
  const int32_t small = bits_of_float(float_of_bits(size + 0x38800000) - float_of_bits(0x38800000));
  return float_of_bits(choose(mask_less(size, 0x00800000), small, usual) | (h & 0x8000) << 16);
}

// Rounds to nearest even: by an integer addition, or for subnormals by a float addition that shifts them into place.
PENSTOCK_HD uint16_t half_of_float(float v) {
  const int32_t bits = bits_of_float(v), size = bits & 0x7fffffff;
  const int32_t usual = (size - 0x38000000 + 0xfff + (size >> 13 & 1)) >> 13;
  const int32_t small = bits_of_float(float_of_bits(size) + 0.5f) - 0x3f000000;
  const int32_t finite = choose(mask_less(size, 0x38800000), small, usual);
  const int32_t special = 0x7c00 | (mask_less(0x7f800000, size) & 0x200);
  return static_cast<uint16_t>(choose(mask_less(size, 0x47800000), finite, special) | (bits >> 16 & 0x8000));
}

template <class T>
PENSTOCK_HD float pixel_to_float(T v) {
  static_assert(is_pixel<T>);
  if constexpr (std::is_same_v<T, Half>) {
    return float_of_half(v.bits);
  } else {
    return static_cast<float>(v);
  }
}

// Added before truncation, it rounds to nearest, halves away from zero. With 0.5 the value 0.49999997 would become 1.
inline constexpr float kRounding = 0.49999997f;

// Rounds to nearest, halves away from zero, and saturates; NaN becomes 0. The limits are applied to the bits, which
// have the same order as the floats.
template <class T>
PENSTOCK_HD T float_to_pixel(float v) {
  static_assert(is_pixel<T>);
  constexpr int32_t infinity = 0x7f800000;
  const int32_t bits = bits_of_float(v);
  if constexpr (std::is_same_v<T, float>) {
    return v;
  } else if constexpr (std::is_same_v<T, Half>) {
    Half h;
    h.bits = half_of_float(v);
    return h;
  } else if constexpr (std::is_same_v<T, uint8_t>) {
    constexpr int32_t top = 0x437f0000;  // 255.0f
    const int32_t positive = bits > 0 ? bits : 0;
    const int32_t number = positive & ~mask_less(infinity, positive);
    const int32_t kept = number < top ? number : top;
    return static_cast<uint8_t>(static_cast<int32_t>(float_of_bits(kept) + kRounding));
  } else {
    constexpr int32_t top = sizeof(T) == 2 ? 0x47000000 : 0x4effffff;  // 32768.0f; 2147483520.0f, where 2^31 is next
    const int32_t sign = bits >> 31, size = bits & 0x7fffffff;
    const int32_t number = size & ~mask_less(infinity, size);
    const int32_t kept = number < top ? number : top;
    const int32_t i = static_cast<int32_t>(float_of_bits(kept) + kRounding);
    if constexpr (sizeof(T) == 2) {
      const int32_t whole = (i ^ sign) - sign;
      return static_cast<T>(whole < 32767 ? whole : 32767);
    } else {
      // Values beyond `top` become the integer limits: `top` plus 127, and the complement of that.
      const int32_t beyond = mask_less(top, number);
      return ((i + (beyond & 127)) ^ sign) - (sign & ~beyond);
    }
  }
}

}  // namespace penstock
