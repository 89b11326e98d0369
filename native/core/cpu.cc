// Detects the CPU's vector instructions once; see cpu.h.
#include "core/cpu.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace penstock {

#if defined(__x86_64__)
namespace {

// Bits of CPUID and of XCR0, from Intel's Software Developer's Manual, volumes 1 (13.2) and 2A (CPUID). Compilers have
// __builtin_cpu_supports(), but the runtime library of some (zig's) knows no CPU, and says no to everything.
struct Features {
  uint32_t ecx1 = 0;            // leaf 1
  uint32_t ebx7 = 0, ecx7 = 0;  // leaf 7
  uint64_t saved = 0;           // the registers that the system saves when it switches threads

  Features() {
    uint32_t a, b, d;
    if (!__get_cpuid(1, &a, &b, &ecx1, &d) || !has(ecx1, 27)) return;
    __get_cpuid_count(7, 0, &a, &ebx7, &ecx7, &d);
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    saved = uint64_t{high} << 32 | low;
  }
  static bool has(uint32_t word, int bit) { return word >> bit & 1; }
  bool avx2() const {
    const bool fma = has(ecx1, 12), avx = has(ecx1, 28), f16c = has(ecx1, 29), avx2 = has(ebx7, 5), bmi2 = has(ebx7, 8);
    return (saved & 0x6) == 0x6 && fma && avx && f16c && avx2 && bmi2;
  }
  bool avx512() const {
    const bool f = has(ebx7, 16), dq = has(ebx7, 17), bw = has(ebx7, 30), vl = has(ebx7, 31);
    const bool vbmi = has(ecx7, 1), vnni = has(ecx7, 11);
    return (saved & 0xe6) == 0xe6 && f && dq && bw && vl && vbmi && vnni;
  }
};

}  // namespace
#endif

static SimdLevel detect() {
#if defined(__x86_64__)
  const Features features;
  if (!features.avx2()) return SimdLevel::baseline;
  return features.avx512() ? SimdLevel::avx512 : SimdLevel::avx2;
#elif defined(__aarch64__)
  return SimdLevel::neon;
#else
  return SimdLevel::baseline;
#endif
}

// Whether CPUs of this kind may have the level.
static bool of_this_kind(SimdLevel level) {
#if defined(__aarch64__)
  return level <= SimdLevel::neon;
#else
  return level != SimdLevel::neon;
#endif
}

SimdLevel simd_level() {
  static const SimdLevel level = [] {
    SimdLevel found = detect();
    if (const char* wanted = std::getenv("PENSTOCK_SIMD")) {
      for (int i = 0; i < static_cast<int>(found); ++i) {
        const auto level = static_cast<SimdLevel>(i);
        if (of_this_kind(level) && !std::strcmp(wanted, simd_level_name(level))) found = level;
      }
    }
    return found;
  }();
  return level;
}

const char* simd_level_name(SimdLevel level) {
  switch (level) {
    case SimdLevel::baseline: return "baseline";
    case SimdLevel::neon: return "neon";
    case SimdLevel::avx2: return "avx2";
    case SimdLevel::avx512: return "avx512";
  }
  return "baseline";
}

}  // namespace penstock
