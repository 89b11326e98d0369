// Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC'11): a block cipher over a counter,
// so the draws of any sample can be repeated alone. Key = seed; counter = (draw, sample, stream, epoch).
#pragma once
#include <array>
#include <cmath>
#include <cstdint>

#include "core/host_device.h"

namespace penstock {

using PhiloxBlock = std::array<uint32_t, 4>;

PENSTOCK_HD PhiloxBlock philox(PhiloxBlock c, uint32_t k0, uint32_t k1) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t p0 = 0xD2511F53ULL * c[0], p1 = 0xCD9E8D57ULL * c[2];
    c = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(p1),
         static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(p0)};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

// A number in [0, 1) of 24 bits, of which each is exact in float; one of 53 bits, of two words.
PENSTOCK_HD float unit24(uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24f; }
PENSTOCK_HD double unit53(uint32_t high, uint32_t low) {
  return static_cast<double>(static_cast<uint64_t>(high >> 5) << 26 | low >> 6) * 0x1p-53;
}

// Two numbers of the standard normal distribution by Box and Muller (1958), from two of [0, 1).
struct NormalPair {
  double first, second;
};
PENSTOCK_HD NormalPair normal_pair(double u, double v) {
  const double r = sqrt(-2 * log(1 - u)), t = 6.283185307179586476925 * v;
  return {r * cos(t), r * sin(t)};
}

// A whole number in [0, n) without bias (Lemire's multiply-and-reject). Returns false where the word is rejected, and
// the next one takes its place.
PENSTOCK_HD bool word_below(uint32_t word, uint32_t n, uint32_t& out) {
  const uint64_t m = static_cast<uint64_t>(word) * n;
  out = static_cast<uint32_t>(m >> 32);
  const auto low = static_cast<uint32_t>(m);
  return low >= n || low >= (0 - n) % n;
}

// One operator's stream of draws for one sample.
class Rng {
 public:
  Rng() = default;
  Rng(uint64_t seed, uint32_t op, uint32_t epoch, int64_t sample)
      : k0_(static_cast<uint32_t>(seed)),
        k1_(static_cast<uint32_t>(seed >> 32)),
        c_{0, static_cast<uint32_t>(sample), static_cast<uint32_t>(sample >> 32) << 16 ^ op, epoch} {}

  // Identifies the stream: streams of equal keys give equal draws.
  using Key = std::array<uint32_t, 5>;
  Key key() const { return {k0_, k1_, c_[1], c_[2], c_[3]}; }

  // The words number 4 * at to 4 * at + 3 of the stream, whatever was drawn before.
  PENSTOCK_HD PhiloxBlock block(uint32_t at) const {
    PhiloxBlock c = c_;
    c[0] = at;
    return philox(c, k0_, k1_);
  }

  PENSTOCK_HD uint32_t bits() {
    if (used_ == 4) {
      block_ = philox(c_, k0_, k1_);
      ++c_[0];
      used_ = 0;
    }
    return block_[used_++];
  }
  // [0, 1) with 24 bits: every value is exact in float.
  float uniform() { return unit24(bits()); }
  // [0, 1) with 53 bits.
  double uniform53() {
    const uint32_t high = bits(), low = bits();
    return unit53(high, low);
  }
  // Uniform in [0, n) without bias (Lemire's multiply-and-reject).
  PENSTOCK_HD uint32_t below(uint32_t n) {
    uint32_t found;
    while (!word_below(bits(), n, found)) {
    }
    return found;
  }
  // Standard normal by Box and Muller (1958); draws come in pairs.
  double normal() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    const double u = uniform53(), v = uniform53();
    const NormalPair pair = normal_pair(u, v);
    spare_ = pair.second;
    has_spare_ = true;
    return pair.first;
  }

 private:
  uint32_t k0_ = 0, k1_ = 0;
  PhiloxBlock c_{}, block_{};
  int used_ = 4;
  bool has_spare_ = false;
  double spare_ = 0;
};

}  // namespace penstock
