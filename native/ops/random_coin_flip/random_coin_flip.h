// The part of random.coinFlip that CPU and GPU share.
#pragma once
#include <cmath>
#include <cstdint>

namespace penstock::ops {

// The probability in units of 2^-32, rounded up, so that a probability of 1 is above every draw.
inline uint64_t coin_threshold(float probability) {
  return static_cast<uint64_t>(std::ceil(static_cast<double>(probability) * 0x1p32));
}

}  // namespace penstock::ops
