// The CPU's vector instructions, as core/cpu.cc finds them.
#include "core/cpu.h"

#include <cstdlib>

#include "test.h"

using namespace penstock;

// Clang's libraries may know no CPU.
#if defined(__x86_64__) && !defined(__clang__)
TEST(simd_level_is_that_of_the_compilers_own_detection) {
  if (std::getenv("PENSTOCK_SIMD")) return;
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c") &&
                    __builtin_cpu_supports("bmi2");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vnni");
  const SimdLevel expected = !avx2 ? SimdLevel::baseline : avx512 ? SimdLevel::avx512 : SimdLevel::avx2;
  CHECK(simd_level() == expected);
}
#endif
