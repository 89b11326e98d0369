// IEEE 754 binary16 as storage: conversions round to nearest even, once, from double.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/host_device.h"

namespace penstock {

// Rounds from double directly, which avoids rounding twice (double to float to half).
PENSTOCK_HD uint16_t half_bits(double v) {
  uint64_t d;
  std::memcpy(&d, &v, 8);
  const uint16_t sign = static_cast<uint16_t>(d >> 48) & 0x8000;
  const int exp = static_cast<int>(d >> 52 & 0x7ff) - 1023;
  uint64_t man = d & 0xfffffffffffffULL;
  if (exp == 1024) return sign | (man ? 0x7e00 : 0x7c00);
  if (exp >= 16) return sign | 0x7c00;
  if (exp < -25) return sign;  // below half of the smallest subnormal
  int shift = 42;              // 52 - 10 mantissa bits
  uint32_t base = static_cast<uint32_t>(exp + 15) << 10;
  if (exp < -14) {
    shift += -14 - exp;
    man |= 1ULL << 52;
    base = 0;
  }
  uint32_t out = base + static_cast<uint32_t>(man >> shift);
  const uint64_t rest = man & ((1ULL << shift) - 1), tie = 1ULL << (shift - 1);
  if (rest > tie || (rest == tie && (out & 1))) ++out;  // a carry into the exponent gives the correct result
  return sign | static_cast<uint16_t>(out);
}

PENSTOCK_HD float half_to_float(uint16_t h) {
  const uint32_t sign = static_cast<uint32_t>(h & 0x8000) << 16;
  const int exp = h >> 10 & 31;
  const uint32_t man = h & 1023;
  if (exp == 0) {
    const float v = std::ldexp(static_cast<float>(man), -24);
    return sign ? -v : v;
  }
  const uint32_t bits = sign | (exp == 31 ? 0x7f800000u : static_cast<uint32_t>(exp + 112) << 23) | man << 13;
  float v;
  std::memcpy(&v, &bits, 4);
  return v;
}

struct Half {
  uint16_t bits = 0;
  Half() = default;
  PENSTOCK_HD explicit Half(double v) : bits(half_bits(v)) {}
  PENSTOCK_HD explicit operator float() const { return half_to_float(bits); }
  PENSTOCK_HD explicit operator double() const { return half_to_float(bits); }
};

}  // namespace penstock
