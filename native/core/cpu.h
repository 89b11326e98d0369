// The vector instructions that kernels may use. A kernel has one variant per level and selects it at run time; all
// variants give the same bytes, so the level changes speed only.
#pragma once

namespace penstock {

enum class SimdLevel : int {
  baseline,  // plain loops for the instructions of every CPU of the target (x86-64: SSE2)
  neon,      // hand-written for arm64, where every CPU has it
  avx2,      // AVX2, FMA, F16C, BMI2
  avx512,    // AVX-512 F, BW, DQ, VL, VBMI and VNNI: Ice Lake, Zen 4 and later
};

// The machine's level, or a lower one if PENSTOCK_SIMD=baseline|neon|avx2|avx512 asks for it. Read once.
SimdLevel simd_level();

const char* simd_level_name(SimdLevel level);

}  // namespace penstock
