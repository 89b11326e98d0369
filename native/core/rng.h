// Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC'11): a block cipher over a counter,
// so the draws of any sample can be repeated alone. Key = seed; counter = (draw, sample, stream, epoch).
#pragma once
#include <array>
#include <cmath>
#include <cstdint>

namespace penstock {

using PhiloxBlock = std::array<uint32_t, 4>;

inline PhiloxBlock philox(PhiloxBlock c, uint32_t k0, uint32_t k1) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t p0 = 0xD2511F53ULL * c[0], p1 = 0xCD9E8D57ULL * c[2];
    c = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(p1),
         static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(p0)};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

// One operator's stream of draws for one sample.
class Rng {
 public:
  Rng(uint64_t seed, uint32_t op, uint32_t epoch, int64_t sample)
      : k0_(static_cast<uint32_t>(seed)),
        k1_(static_cast<uint32_t>(seed >> 32)),
        c_{0, static_cast<uint32_t>(sample), static_cast<uint32_t>(sample >> 32) << 16 ^ op, epoch} {}

  // Identifies the stream: streams of equal keys give equal draws.
  using Key = std::array<uint32_t, 5>;
  Key key() const { return {k0_, k1_, c_[1], c_[2], c_[3]}; }

  uint32_t bits() {
    if (used_ == 4) {
      block_ = philox(c_, k0_, k1_);
      ++c_[0];
      used_ = 0;
    }
    return block_[used_++];
  }
  // [0, 1) with 24 bits: every value is exact in float.
  float uniform() { return static_cast<float>(bits() >> 8) * 0x1p-24f; }
  // [0, 1) with 53 bits.
  double uniform53() {
    const uint64_t hi = bits() >> 5, lo = bits() >> 6;
    return static_cast<double>(hi << 26 | lo) * 0x1p-53;
  }
  // Uniform in [0, n) without bias (Lemire's multiply-and-reject).
  uint32_t below(uint32_t n) {
    uint64_t m = static_cast<uint64_t>(bits()) * n;
    if (static_cast<uint32_t>(m) < n) {
      const uint32_t threshold = -n % n;
      while (static_cast<uint32_t>(m) < threshold) m = static_cast<uint64_t>(bits()) * n;
    }
    return static_cast<uint32_t>(m >> 32);
  }
  // Standard normal by Box and Muller (1958); draws come in pairs.
  double normal() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    const double r = std::sqrt(-2 * std::log(1 - uniform53())), t = 6.283185307179586476925 * uniform53();
    spare_ = r * std::sin(t);
    has_spare_ = true;
    return r * std::cos(t);
  }

 private:
  uint32_t k0_, k1_;
  PhiloxBlock c_, block_{};
  int used_ = 4;
  bool has_spare_ = false;
  double spare_ = 0;
};

}  // namespace penstock
