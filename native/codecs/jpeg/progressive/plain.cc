// Scans of progressive JPEGs on any CPU; which kernels a level has.
#define SCAN_LEVEL
#include "codecs/jpeg/progressive/rows.h"

namespace penstock::codecs {
namespace {

struct PlainBits {
  static unsigned count(uint64_t v) { return static_cast<unsigned>(__builtin_popcountll(v)); }
  // The bit that has n set bits of v above it, or 0.
  static uint64_t nth(uint64_t v, unsigned n) {
    for (; v && n; --n) v ^= top(v);
    return v ? top(v) : 0;
  }
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
