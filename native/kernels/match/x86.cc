// The AVX2 and AVX-512 levels. Weights have up to 24 bits; products with their 8- or 12-bit digits are summed apart and
// put together at the end, modulo 2^32, so that every level gives the same sums.
#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>
#include <cstring>

#include "kernels/match/kernels.h"

#define MATCH_AVX2 __attribute__((target("avx2,bmi2")))
#define MATCH_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vnni,avx2,bmi2")))

#if !defined(__clang__)
// GCC 12 warns about the intentionally undefined operands in its own headers.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace penstock::match {
namespace {

// --- AVX2: pairs of taps as words; a weight is high * 4096 + low ---

void pack_avx2(const int32_t* weight, int taps, int32_t* packed) {
  for (int k = 0; k < taps; k += 2) {
    uint32_t low = 0, high = 0;
    for (int j = 0; j < 2 && k + j < taps; ++j) {
      const int32_t l = ((weight[k + j] + 2048) & 4095) - 2048, h = (weight[k + j] - l) >> 12;
      low |= (static_cast<uint32_t>(l) & 0xffff) << (16 * j);
      high |= (static_cast<uint32_t>(h) & 0xffff) << (16 * j);
    }
    *packed++ = static_cast<int32_t>(low);
    *packed++ = static_cast<int32_t>(high);
  }
}

MATCH_AVX2 inline __m256i load32(const uint8_t* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); }

MATCH_AVX2 void sum_avx2(const uint8_t* in, ptrdiff_t pitch, const int32_t* weight, const int32_t* packed, int taps,
                         int n, int shift, uint8_t* out) {
  if (n < 32) return kBaseline.sum(in, pitch, weight, packed, taps, n, shift, out);
  const __m256i zero = _mm256_setzero_si256(), round = _mm256_set1_epi32(1 << (shift - 1));
  const __m128i count = _mm_cvtsi32_si128(shift);
  for (int at = 0; at < n; at += 32) {
    const int x = std::min(at, n - 32);  // the last block overlaps
    const uint8_t* row = in + x;
    const int32_t* w = packed;
    __m256i low[4] = {round, round, round, round}, high[4] = {zero, zero, zero, zero};
    for (int k = 0; k < taps; k += 2, row += 2 * pitch, w += 2) {
      const __m256i a = load32(row), b = k + 1 < taps ? load32(row + pitch) : zero;
      const __m256i front = _mm256_unpacklo_epi8(a, b), back = _mm256_unpackhi_epi8(a, b);
      const __m256i words[4] = {_mm256_unpacklo_epi8(front, zero), _mm256_unpackhi_epi8(front, zero),
                                _mm256_unpacklo_epi8(back, zero), _mm256_unpackhi_epi8(back, zero)};
      const __m256i l = _mm256_set1_epi32(w[0]), h = _mm256_set1_epi32(w[1]);
      for (int i = 0; i < 4; ++i) {
        low[i] = _mm256_add_epi32(low[i], _mm256_madd_epi16(words[i], l));
        high[i] = _mm256_add_epi32(high[i], _mm256_madd_epi16(words[i], h));
      }
    }
    for (int i = 0; i < 4; ++i) {
      low[i] = _mm256_sra_epi32(_mm256_add_epi32(low[i], _mm256_slli_epi32(high[i], 12)), count);
    }
    const __m256i bytes = _mm256_packus_epi16(_mm256_packs_epi32(low[0], low[1]), _mm256_packs_epi32(low[2], low[3]));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + x), bytes);
  }
}

// --- AVX-512: four taps as bytes; a weight has three signed digits ---

void pack_avx512(const int32_t* weight, int taps, int32_t* packed) {
  for (int k = 0; k < taps; k += 4, packed += 4) {
    uint32_t digit[3] = {};
    for (int j = 0; j < 4 && k + j < taps; ++j) {
      int32_t rest = weight[k + j];
      for (int d = 0; d < 3; ++d) {
        const int32_t v = ((rest + 128) & 255) - 128;
        digit[d] |= (static_cast<uint32_t>(v) & 255) << (8 * j);
        rest = (rest - v) >> 8;
      }
    }
    std::memcpy(packed, digit, sizeof digit);
  }
}

template <bool kAll>
MATCH_AVX512 inline __m512i load_row(const uint8_t* row, __mmask64 m, bool there) {
  return kAll || there ? _mm512_maskz_loadu_epi8(m, row) : _mm512_setzero_si512();
}

// Adds the products of four rows; of `some` rows unless kAll.
template <bool kAll>
MATCH_AVX512 inline void add_rows(const uint8_t* row, ptrdiff_t pitch, __mmask64 m, int some, const int32_t* w,
                                  __m512i (&sum)[3][4]) {
  const __m512i a = load_row<kAll>(row, m, true), b = load_row<kAll>(row + pitch, m, some > 1);
  const __m512i c = load_row<kAll>(row + 2 * pitch, m, some > 2), d = load_row<kAll>(row + 3 * pitch, m, some > 3);
  const __m512i front = _mm512_unpacklo_epi8(a, b), back = _mm512_unpackhi_epi8(a, b);
  const __m512i front2 = _mm512_unpacklo_epi8(c, d), back2 = _mm512_unpackhi_epi8(c, d);
  const __m512i four[4] = {_mm512_unpacklo_epi16(front, front2), _mm512_unpackhi_epi16(front, front2),
                           _mm512_unpacklo_epi16(back, back2), _mm512_unpackhi_epi16(back, back2)};
  for (int digit = 0; digit < 3; ++digit) {
    const __m512i weights = _mm512_set1_epi32(w[digit]);
    for (int i = 0; i < 4; ++i) sum[digit][i] = _mm512_dpbusd_epi32(sum[digit][i], four[i], weights);
  }
}

MATCH_AVX512 void sum_avx512(const uint8_t* in, ptrdiff_t pitch, const int32_t*, const int32_t* packed, int taps, int n,
                             int shift, uint8_t* out) {
  const __m512i zero = _mm512_setzero_si512(), round = _mm512_set1_epi32(1 << (shift - 1));
  const __m128i count = _mm_cvtsi32_si128(shift);
  for (int x = 0; x < n; x += 64) {
    const __mmask64 m = n - x >= 64 ? ~__mmask64{0} : (__mmask64{1} << (n - x)) - 1;
    const uint8_t* row = in + x;
    const int32_t* w = packed;
    __m512i sum[3][4];
    for (int i = 0; i < 4; ++i) {
      sum[0][i] = round;
      sum[1][i] = sum[2][i] = zero;
    }
    int k = 0;
    for (; k + 4 <= taps; k += 4, row += 4 * pitch, w += 4) add_rows<true>(row, pitch, m, 4, w, sum);
    if (k < taps) add_rows<false>(row, pitch, m, taps - k, w, sum);
    for (int i = 0; i < 4; ++i) {
      const __m512i upper = _mm512_add_epi32(_mm512_slli_epi32(sum[2][i], 8), sum[1][i]);
      sum[0][i] = _mm512_sra_epi32(_mm512_add_epi32(_mm512_slli_epi32(upper, 8), sum[0][i]), count);
    }
    const __m512i bytes =
        _mm512_packus_epi16(_mm512_packs_epi32(sum[0][0], sum[0][1]), _mm512_packs_epi32(sum[0][2], sum[0][3]));
    _mm512_mask_storeu_epi8(out + x, m, bytes);
  }
}

}  // namespace

const Kernels kAvx2 = {SimdLevel::avx2, sum_avx2, pack_avx2};
const Kernels kAvx512 = {SimdLevel::avx512, sum_avx512, pack_avx512};

}  // namespace penstock::match
#endif
