// Scans of progressive JPEGs with BMI2, which finds the place of a run and spreads bits in one instruction.
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

#define SCAN_LEVEL __attribute__((target("bmi,bmi2,lzcnt,popcnt")))
#include "codecs/jpeg/progressive/rows.h"

namespace penstock::codecs {
namespace {

struct Bmi2Bits {
  SCAN_LEVEL static inline unsigned count(uint64_t v) { return static_cast<unsigned>(_mm_popcnt_u64(v)); }
  SCAN_LEVEL static inline unsigned index(uint64_t place) { return static_cast<unsigned>(_lzcnt_u64(place)); }
  SCAN_LEVEL static inline uint64_t spread(uint64_t v, uint64_t mask) { return _pdep_u64(v, mask); }

  // The next place has as many bits of the mask below it as the bit of `rest_` has bits below.
  class Places {
   public:
    SCAN_LEVEL explicit inline Places(uint64_t mask) : mask_(mask), rest_(uint64_t{1} << ((count(mask) - 1) & 63)) {}
    SCAN_LEVEL inline uint64_t next(uint32_t e) {
      const uint64_t bit = rest_ >> (e & 63);
      rest_ = bit >> 1;
      return _pdep_u64(bit, mask_);
    }

   private:
    uint64_t mask_, rest_;
  };
};

constexpr ScanKernels kBmi2 = scan_kernels_of<Bmi2Bits>();

// Families 17h and 18h (Zen 1 and 2, and those made after them) take hundreds of cycles for a deposit.
bool deposits_fast() {
  unsigned a = 0, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && !((a >> 8 & 15) == 15 && ((a >> 20 & 255) == 8 || (a >> 20 & 255) == 9));
}

}  // namespace

const ScanKernels* bmi2_scan_kernels() {
  static const bool fast = deposits_fast();
  return fast ? &kBmi2 : nullptr;
}

}  // namespace penstock::codecs
#endif
