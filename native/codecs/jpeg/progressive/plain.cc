// Scans of progressive JPEGs on any CPU; which kernels a level has.
#define SCAN_LEVEL
#include "codecs/jpeg/progressive/rows.h"

namespace penstock::codecs {
namespace {

struct PlainBits {
  static unsigned count(uint64_t v) { return static_cast<unsigned>(__builtin_popcountll(v)); }
  static unsigned index(uint64_t place) { return static_cast<unsigned>(__builtin_clzll(place)); }
  // The lowest bits of v, in their order, at the places of the bits of mask.
  static uint64_t spread(uint64_t v, uint64_t mask) {
    uint64_t out = 0;
    for (; v && mask; v >>= 1, mask &= mask - 1) {
      if (v & 1) out |= mask & (~mask + 1);
    }
    return out;
  }

 private:
  static uint64_t top(uint64_t v) { return uint64_t{1} << 63 >> __builtin_clzll(v); }

 public:
  // Places of the set bits of a mask, the top one first.
  class Places {
   public:
    explicit Places(uint64_t mask) : rest_(mask) {}
    // Passes over as many of them as the low bits of the entry say; returns the next one, or 0.
    uint64_t next(uint32_t e) {
      for (e &= 63; rest_ && e; --e) rest_ ^= top(rest_);
      if (!rest_) return 0;
      const uint64_t place = top(rest_);
      rest_ ^= place;
      return place;
    }

   private:
    uint64_t rest_;
  };
};

constexpr ScanKernels kPlain = scan_kernels_of<PlainBits>();

}  // namespace

const ScanKernels& scan_kernels(SimdLevel level) {
#if defined(__x86_64__)
  const SimdLevel most = simd_level();
  const ScanKernels* const bmi2 = bmi2_scan_kernels();
  if (bmi2 && (level < most ? level : most) >= SimdLevel::avx2) return *bmi2;
#endif
  (void)level;
  return kPlain;
}

}  // namespace penstock::codecs
