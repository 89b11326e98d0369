// The plain loops, which the compiler vectorises, and the choice of a level.
#include <algorithm>

#include "kernels/match/kernels.h"
#include "kernels/match/match_rule.h"

namespace penstock::match {
namespace {

void sum(const uint8_t* in, ptrdiff_t pitch, const int32_t* weight, const int32_t*, int taps, int n, int shift,
         uint8_t* out) {
  constexpr int kStrip = 64;  // the sums of a strip stay in L1
  for (int x0 = 0; x0 < n; x0 += kStrip) {
    const int m = std::min(kStrip, n - x0);
    uint32_t sums[kStrip];
    for (int i = 0; i < m; ++i) sums[i] = uint32_t{1} << (shift - 1);
    const uint8_t* row = in + x0;
    for (int k = 0; k < taps; ++k, row += pitch) {
      const uint32_t w = static_cast<uint32_t>(weight[k]);
      for (int i = 0; i < m; ++i) sums[i] += w * row[i];
    }
    for (int i = 0; i < m; ++i) out[x0 + i] = clip_u8(static_cast<int32_t>(sums[i]) >> shift);
  }
}

void pack(const int32_t*, int, int32_t*) {}

}  // namespace

const Kernels kBaseline = {SimdLevel::baseline, sum, pack};

const Kernels& kernels(SimdLevel level) {
#if defined(__x86_64__)
  if (level > simd_level()) level = simd_level();
  if (level == SimdLevel::avx512) return kAvx512;
  if (level == SimdLevel::avx2) return kAvx2;
#endif
  (void)level;
  return kBaseline;
}

}  // namespace penstock::match
