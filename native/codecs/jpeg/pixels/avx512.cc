// The AVX-512 level (F, BW, DQ, VL, VBMI, VNNI): four blocks in a register.
#if defined(__x86_64__)
#include <immintrin.h>

#define JPEG_LEVEL __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vnni,avx2,fma,bmi2")))
#define JPEG_OPERATION JPEG_LEVEL __attribute__((always_inline)) static inline
#include "codecs/jpeg/pixels/arithmetic.h"
#include "core/joined_planes.h"

#if !defined(__clang__)
// GCC 12 warns about the intentionally undefined operands in its own headers.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace penstock::codecs {
namespace {

struct Avx512 {
  using Words = __m512i;
  struct Sums {
    __m512i low, high;
  };
  using Pairs = Sums;
  static constexpr int kBlocks = 4;

  JPEG_OPERATION Words load(const void* p) { return _mm512_loadu_si512(p); }
  JPEG_OPERATION void store(void* p, Words v) { _mm512_storeu_si512(p, v); }
  JPEG_OPERATION Words zero() { return _mm512_setzero_si512(); }
  JPEG_OPERATION Words splat16(int v) { return _mm512_set1_epi16(static_cast<short>(v)); }
  JPEG_OPERATION Words either(Words a, Words b) { return _mm512_or_si512(a, b); }
  JPEG_OPERATION Words both(Words a, Words b) { return _mm512_and_si512(a, b); }
  JPEG_OPERATION bool none(Words v) { return _mm512_test_epi64_mask(v, v) == 0; }
  // Whether a word's magnitude is 8192 or more.
  JPEG_OPERATION bool beyond(Words v) {
    return _mm512_cmpgt_epu16_mask(_mm512_add_epi16(v, _mm512_set1_epi16(8192)), _mm512_set1_epi16(16383)) != 0;
  }

  JPEG_OPERATION Words add(Words a, Words b) { return _mm512_add_epi16(a, b); }
  JPEG_OPERATION Words subtract(Words a, Words b) { return _mm512_sub_epi16(a, b); }
  JPEG_OPERATION Words add_saturated(Words a, int b) { return _mm512_adds_epi16(a, splat16(b)); }
  JPEG_OPERATION Words multiply(Words a, Words b) { return _mm512_mullo_epi16(a, b); }
  // (v * factor + 2^15) >> 16 for v in [-128, 127]. Half the factor, rounded, gives the same for those of Colors.
  template <int kFactor>
  JPEG_OPERATION Words times(Words v) {
    return _mm512_mulhrs_epi16(v, splat16((kFactor + (kFactor > 0)) / 2));
  }
  template <int kBy>
  JPEG_OPERATION Words shifted_left(Words v) {
    return _mm512_slli_epi16(v, kBy);
  }
  template <int kBy>
  JPEG_OPERATION Words shifted_right(Words v) {
    return _mm512_srai_epi16(v, kBy);
  }

  JPEG_OPERATION Pairs pairs(Words a, Words b) { return {_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)}; }
  JPEG_OPERATION __m512i factors(int a, int b) {
    return _mm512_set1_epi32(static_cast<int>(static_cast<unsigned>(b) << 16 | (static_cast<unsigned>(a) & 0xffff)));
  }
  JPEG_OPERATION Sums products(Pairs p, int a, int b) {
    const __m512i f = factors(a, b);
    return {_mm512_madd_epi16(p.low, f), _mm512_madd_epi16(p.high, f)};
  }
  JPEG_OPERATION Sums add(Sums s, Pairs p, int a, int b) {
    const __m512i f = factors(a, b);
    return {_mm512_dpwssd_epi32(s.low, p.low, f), _mm512_dpwssd_epi32(s.high, p.high, f)};
  }
  JPEG_OPERATION Sums splat(int v) { return {_mm512_set1_epi32(v), _mm512_set1_epi32(v)}; }
  JPEG_OPERATION Sums add(Sums a, Sums b) { return {_mm512_add_epi32(a.low, b.low), _mm512_add_epi32(a.high, b.high)}; }
  JPEG_OPERATION Sums subtract(Sums a, Sums b) {
    return {_mm512_sub_epi32(a.low, b.low), _mm512_sub_epi32(a.high, b.high)};
  }
  template <int kShift>
  JPEG_OPERATION Words narrow(Sums s) {
    return _mm512_packs_epi32(_mm512_srai_epi32(s.low, kShift), _mm512_srai_epi32(s.high, kShift));
  }

  JPEG_OPERATION Words low8(Words a, Words b) { return _mm512_unpacklo_epi8(a, b); }
  JPEG_OPERATION Words high8(Words a, Words b) { return _mm512_unpackhi_epi8(a, b); }
  JPEG_OPERATION Words low16(Words a, Words b) { return _mm512_unpacklo_epi16(a, b); }
  JPEG_OPERATION Words high16(Words a, Words b) { return _mm512_unpackhi_epi16(a, b); }
  JPEG_OPERATION Words low32(Words a, Words b) { return _mm512_unpacklo_epi32(a, b); }
  JPEG_OPERATION Words high32(Words a, Words b) { return _mm512_unpackhi_epi32(a, b); }
  JPEG_OPERATION Words low64(Words a, Words b) { return _mm512_unpacklo_epi64(a, b); }
  JPEG_OPERATION Words high64(Words a, Words b) { return _mm512_unpackhi_epi64(a, b); }
  // Each block's first word in all its places.
  JPEG_OPERATION Words splat_first(Words v) { return _mm512_shuffle_epi8(v, _mm512_set1_epi16(0x0100)); }

  JPEG_OPERATION Words pack(Words a, Words b) { return _mm512_packs_epi16(a, b); }
  JPEG_OPERATION Words pack_unsigned(Words a, Words b) { return _mm512_packus_epi16(a, b); }
  // Bytes from -128 on become bytes from 0 on.
  JPEG_OPERATION Words flip(Words v) { return _mm512_xor_si512(v, _mm512_set1_epi8(-128)); }
  // Two rows of eight bytes of each block.
  JPEG_OPERATION void store_rows(Words v, uint8_t* out, ptrdiff_t pitch) {
    const __m512i rows = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), v);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_castsi512_si256(rows));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + pitch), _mm512_extracti64x4_epi64(rows, 1));
  }

  JPEG_OPERATION Words widen(const uint8_t* p) {
    return _mm512_cvtepu8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
  }
  // Bytes of a and of b in turns.
  JPEG_OPERATION void store_pairs(uint8_t* p, Words a, Words b) { store(p, either(a, _mm512_slli_epi16(b, 8))); }
  JPEG_OPERATION void store_narrow(uint8_t* p, Words v) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_cvtepi16_epi8(v));
  }
  JPEG_OPERATION void join(Words a, Words b, Words c, uint8_t* out) {
    for (int r = 0; r < 3; ++r) {
      __m512i v = _mm512_permutex2var_epi8(a, _mm512_load_si512(kJoinedPlanes.two[r]), b);
      v = _mm512_mask_permutexvar_epi8(v, kJoinedPlanes.from_third[r], _mm512_load_si512(kJoinedPlanes.third[r]), c);
      store(out + 64 * r, v);
    }
  }
};

}  // namespace

extern const PixelKernels kPixelsAvx512 = kernels_of<Avx512>(SimdLevel::avx512);

}  // namespace penstock::codecs
#endif
