// Detects the CPU's vector instructions once; see cpu.h.
#include "core/cpu.h"

#include <cstdlib>
#include <cstring>

namespace penstock {

static SimdLevel detect() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi2")) {
    return SimdLevel::baseline;
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
      __builtin_cpu_supports("avx512vnni")) {
    return SimdLevel::avx512;
  }
  return SimdLevel::avx2;
#else
  return SimdLevel::baseline;
#endif
}

SimdLevel simd_level() {
  static const SimdLevel level = [] {
    SimdLevel found = detect();
    if (const char* wanted = std::getenv("PENSTOCK_SIMD")) {
      for (int i = 0; i < static_cast<int>(found); ++i) {
        if (!std::strcmp(wanted, simd_level_name(static_cast<SimdLevel>(i)))) found = static_cast<SimdLevel>(i);
      }
    }
    return found;
  }();
  return level;
}

const char* simd_level_name(SimdLevel level) {
  switch (level) {
    case SimdLevel::baseline: return "baseline";
    case SimdLevel::avx2: return "avx2";
    case SimdLevel::avx512: return "avx512";
  }
  return "baseline";
}

}  // namespace penstock
