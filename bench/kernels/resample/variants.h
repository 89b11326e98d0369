// Variants of the AVX-512 kernels that were tried and lost; see README.md. Same interface as in
// kernels/resample/kernels.h, same bytes.
#pragma once
#if defined(__x86_64__)
#include <immintrin.h>

#include "kernels/resample/scalar.h"
#include "kernels/resample/x86.h"

namespace penstock::resample::lab {

// v3: interleaves two rows with byte permutes instead of unpacks: fewer shuffles (4 per 64 bytes and pair, not 6), but
// each is more expensive.
RESAMPLE_AVX512 inline void vertical_u8_permute(const uint8_t* const* rows, const int16_t* coef, int taps, int n,
                                                int shift, int16_t* out) {
  alignas(64) uint8_t index[4][64];
  for (int q = 0; q < 4; ++q) {
    for (int i = 0; i < 64; ++i) index[q][i] = static_cast<uint8_t>(i % 4 < 2 ? 16 * q + i / 4 : 64 + 16 * q + i / 4);
  }
  const __m128i count = _mm_cvtsi32_si128(shift);
  const __mmask64 low_bytes = 0x5555555555555555u;
  for (int x = 0; x < n; x += 64) {
    const __mmask64 m = n - x >= 64 ? ~__mmask64{0} : (__mmask64{1} << (n - x)) - 1;
    __m512i s[4];
    for (auto& v : s) v = _mm512_set1_epi32(half_of(shift));
    for (int k = 0; k < taps; k += 2) {
      const __m512i a = _mm512_maskz_loadu_epi8(m, rows[k] + x), b = _mm512_maskz_loadu_epi8(m, rows[k + 1] + x);
      int32_t pair;
      std::memcpy(&pair, coef + k, 4);
      for (int q = 0; q < 4; ++q) {
        const __m512i words = _mm512_maskz_permutex2var_epi8(low_bytes, a, _mm512_load_si512(index[q]), b);
        s[q] = _mm512_dpwssd_epi32(s[q], words, _mm512_set1_epi32(pair));
      }
    }
    for (int q = 0; q < 4; ++q) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + x + 16 * q),
                          _mm512_cvtsepi32_epi16(_mm512_sra_epi32(s[q], count)));
    }
  }
}

// v1: loads the window anew for every pair of taps. Unaligned 64-byte loads cross a cache line each.
RESAMPLE_AVX512 inline void horizontal_u8_reload(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels,
                                                 int shift, uint8_t* out, ptrdiff_t out_stride) {
  const __m128i count = _mm_cvtsi32_si128(shift);
  const int16_t* p = t.packed;
  for (int b = 0; b < (t.out + 15) / 16; ++b, p += 32 + 32 * t.pairs) {
    const __m512i index = _mm512_load_si512(p);
    const int16_t* src = in + t.bases[b];
    for (int c = 0; c < channels; ++c, src += in_stride) {
      __m512i sum = _mm512_set1_epi32(half_of(shift));
      for (int k = 0; k < t.pairs; ++k) {
        const __m512i taken = _mm512_permutexvar_epi16(index, _mm512_loadu_si512(src + 2 * k));
        sum = _mm512_dpwssd_epi32(sum, taken, _mm512_load_si512(p + 32 + 32 * k));
      }
      sum = _mm512_max_epi32(_mm512_sra_epi32(sum, count), _mm512_setzero_si512());
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out + c * out_stride + 16 * b), _mm512_cvtusepi32_epi8(sum));
    }
  }
}

}  // namespace penstock::resample::lab
#endif
