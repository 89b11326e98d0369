// See words.h. The levels differ in instructions, not in bytes.
#include "kernels/noise/words.h"

#include "core/cpu.h"
#include "kernels/noise/tables.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace penstock {
namespace {

#if defined(__x86_64__)
#define PENSTOCK_AVX2 __attribute__((target("avx2")))

// The high and low halves of the products of eight words with one.
PENSTOCK_AVX2 inline void multiply(__m256i a, __m256i by, __m256i& high, __m256i& low) {
  const __m256i even = _mm256_mul_epu32(a, by), odd = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), by);
  high = _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
  low = _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa);
}

PENSTOCK_AVX2 inline __m256i vector_of(uint32_t word) { return _mm256_set1_epi32(static_cast<int>(word)); }

// Eight blocks at a time, a vector for each word of the counter: philox() of core/rng.h.
PENSTOCK_AVX2 void avx2_words(const Rng::Key& key, uint32_t block, int blocks, uint32_t* out) {
  const __m256i m0 = vector_of(0xD2511F53), m1 = vector_of(0xCD9E8D57);
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (int b = 0; b < blocks; b += 8, out += 32) {
    __m256i c0 = _mm256_add_epi32(vector_of(block + static_cast<uint32_t>(b)), lanes);
    __m256i c1 = vector_of(key[2]), c2 = vector_of(key[3]), c3 = vector_of(key[4]);
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; ++round) {
      __m256i high0, low0, high1, low1;
      multiply(c0, m0, high0, low0);
      multiply(c2, m1, high1, low1);
      c0 = _mm256_xor_si256(_mm256_xor_si256(high1, c1), vector_of(k0));
      c1 = low1;
      c2 = _mm256_xor_si256(_mm256_xor_si256(high0, c3), vector_of(k1));
      c3 = low0;
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    // From a vector per word to the blocks in their order.
    const __m256i a = _mm256_unpacklo_epi32(c0, c1), b01 = _mm256_unpackhi_epi32(c0, c1);
    const __m256i c = _mm256_unpacklo_epi32(c2, c3), d = _mm256_unpackhi_epi32(c2, c3);
    const __m256i r0 = _mm256_unpacklo_epi64(a, c), r1 = _mm256_unpackhi_epi64(a, c);
    const __m256i r2 = _mm256_unpacklo_epi64(b01, d), r3 = _mm256_unpackhi_epi64(b01, d);
    auto* to = reinterpret_cast<__m256i*>(out);
    _mm256_storeu_si256(to, _mm256_permute2x128_si256(r0, r1, 0x20));
    _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(r2, r3, 0x20));
    _mm256_storeu_si256(to + 2, _mm256_permute2x128_si256(r0, r1, 0x31));
    _mm256_storeu_si256(to + 3, _mm256_permute2x128_si256(r2, r3, 0x31));
  }
}

// Two pieces, for elements that are four apart.
PENSTOCK_AVX2 inline __m256 two_pieces(const int32_t* at) {
  const auto load = [](int32_t i) { return _mm_load_ps(&kNoiseTables.normal[i].a); };
  return _mm256_insertf128_ps(_mm256_castps128_ps256(load(at[0])), load(at[4]), 1);
}

// normal_of() for eight words at a time. Pieces are loaded whole and transposed, which is faster than gathers.
PENSTOCK_AVX2 void avx2_normals(const uint32_t* words, int n, float* out) {
  const __m256 one = _mm256_set1_ps(1);
  const __m256i size = _mm256_set1_epi32(0x7fffffff), ones = _mm256_set1_epi32(0x3f800000);
  for (int i = 0; i < n; i += 8) {
    const __m256i word = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + i));
    const __m256i odd = _mm256_or_si256(_mm256_and_si256(word, size), _mm256_set1_epi32(1));
    const __m256i bits = _mm256_castps_si256(_mm256_cvtepi32_ps(odd));
    alignas(32) int32_t at[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), _mm256_srli_epi32(_mm256_sub_epi32(bits, ones), 19));
    const __m256 r0 = two_pieces(at), r1 = two_pieces(at + 1), r2 = two_pieces(at + 2), r3 = two_pieces(at + 3);
    const __m256 ab0 = _mm256_unpacklo_ps(r0, r1), ab1 = _mm256_unpacklo_ps(r2, r3);
    const __m256 a = _mm256_shuffle_ps(ab0, ab1, 0x44), b = _mm256_shuffle_ps(ab0, ab1, 0xee);
    const __m256 c = _mm256_shuffle_ps(_mm256_unpackhi_ps(r0, r1), _mm256_unpackhi_ps(r2, r3), 0x44);
    const __m256i rest = _mm256_slli_epi32(_mm256_and_si256(bits, _mm256_set1_epi32(0x7ffff)), 4);
    const __m256 t = _mm256_sub_ps(_mm256_castsi256_ps(_mm256_or_si256(rest, ones)), one);
    const __m256 v = _mm256_add_ps(a, _mm256_mul_ps(t, _mm256_add_ps(b, _mm256_mul_ps(t, c))));
    _mm256_storeu_ps(out + i, _mm256_xor_ps(v, _mm256_castsi256_ps(_mm256_andnot_si256(size, word))));
  }
}
#endif

}  // namespace

void philox_words(const Rng& rng, uint32_t block, int blocks, uint32_t* out) {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return avx2_words(rng.key(), block, blocks, out);
#endif
  for (int b = 0; b < blocks; ++b) {
    const PhiloxBlock words = rng.block(block + static_cast<uint32_t>(b));
    std::copy(words.begin(), words.end(), out + 4 * b);
  }
}

void normals_of(const uint32_t* words, int n, float* out) {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return avx2_normals(words, n, out);
#endif
  for (int i = 0; i < n; ++i) out[i] = normal_of(words[i], kNoiseTables.normal);
}

}  // namespace penstock
