// The AVX2 level: two blocks in a register.
#if defined(__x86_64__)
#include <immintrin.h>

#define JPEG_LEVEL __attribute__((target("avx2,fma,bmi2")))
#define JPEG_OPERATION JPEG_LEVEL __attribute__((always_inline)) static inline
#include "codecs/jpeg/pixels/arithmetic.h"

namespace penstock::codecs {
namespace {

// Byte 16 r + i of 16 pixels is byte (16 r + i) / 3 of plane (16 r + i) % 3.
struct Joins {
  alignas(32) int8_t from[3][3][32];
  constexpr Joins() : from() {
    for (int r = 0; r < 3; ++r) {
      for (int i = 0; i < 32; ++i) {
        const int e = 16 * r + i % 16;
        for (int plane = 0; plane < 3; ++plane) from[r][plane][i] = static_cast<int8_t>(e % 3 == plane ? e / 3 : -1);
      }
    }
  }
};
constexpr Joins kJoins;

struct Avx2 {
  using Words = __m256i;
  struct Sums {
    __m256i low, high;
  };
  using Pairs = Sums;
  static constexpr int kBlocks = 2;

  JPEG_OPERATION Words load(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
  JPEG_OPERATION void store(void* p, Words v) { _mm256_storeu_si256(static_cast<__m256i*>(p), v); }
  JPEG_OPERATION Words zero() { return _mm256_setzero_si256(); }
  JPEG_OPERATION Words splat16(int v) { return _mm256_set1_epi16(static_cast<short>(v)); }
  JPEG_OPERATION Words either(Words a, Words b) { return _mm256_or_si256(a, b); }
  JPEG_OPERATION Words both(Words a, Words b) { return _mm256_and_si256(a, b); }
  JPEG_OPERATION bool none(Words v) { return _mm256_testz_si256(v, v) != 0; }
  // Whether a word's magnitude is 8192 or more.
  JPEG_OPERATION bool beyond(Words v) {
    return !none(_mm256_and_si256(_mm256_add_epi16(v, splat16(8192)), splat16(-16384)));
  }

  JPEG_OPERATION Words add(Words a, Words b) { return _mm256_add_epi16(a, b); }
  JPEG_OPERATION Words subtract(Words a, Words b) { return _mm256_sub_epi16(a, b); }
  JPEG_OPERATION Words add_saturated(Words a, int b) { return _mm256_adds_epi16(a, splat16(b)); }
  JPEG_OPERATION Words multiply(Words a, Words b) { return _mm256_mullo_epi16(a, b); }
  // (v * factor + 2^15) >> 16 for v in [-128, 127]. Half the factor, rounded, gives the same for those of Colors.
  template <int kFactor>
  JPEG_OPERATION Words times(Words v) {
    return _mm256_mulhrs_epi16(v, splat16((kFactor + (kFactor > 0)) / 2));
  }
  template <int kBy>
  JPEG_OPERATION Words shifted_left(Words v) {
    return _mm256_slli_epi16(v, kBy);
  }
  template <int kBy>
  JPEG_OPERATION Words shifted_right(Words v) {
    return _mm256_srai_epi16(v, kBy);
  }

  JPEG_OPERATION Pairs pairs(Words a, Words b) { return {_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)}; }
  JPEG_OPERATION __m256i factors(int a, int b) {
    return _mm256_set1_epi32(static_cast<int>(static_cast<unsigned>(b) << 16 | (static_cast<unsigned>(a) & 0xffff)));
  }
  JPEG_OPERATION Sums products(Pairs p, int a, int b) {
    const __m256i f = factors(a, b);
    return {_mm256_madd_epi16(p.low, f), _mm256_madd_epi16(p.high, f)};
  }
  JPEG_OPERATION Sums add(Sums s, Pairs p, int a, int b) { return add(s, products(p, a, b)); }
  JPEG_OPERATION Sums splat(int v) { return {_mm256_set1_epi32(v), _mm256_set1_epi32(v)}; }
  JPEG_OPERATION Sums add(Sums a, Sums b) { return {_mm256_add_epi32(a.low, b.low), _mm256_add_epi32(a.high, b.high)}; }
  JPEG_OPERATION Sums subtract(Sums a, Sums b) {
    return {_mm256_sub_epi32(a.low, b.low), _mm256_sub_epi32(a.high, b.high)};
  }
  template <int kShift>
  JPEG_OPERATION Words narrow(Sums s) {
    return _mm256_packs_epi32(_mm256_srai_epi32(s.low, kShift), _mm256_srai_epi32(s.high, kShift));
  }

  JPEG_OPERATION Words low8(Words a, Words b) { return _mm256_unpacklo_epi8(a, b); }
  JPEG_OPERATION Words high8(Words a, Words b) { return _mm256_unpackhi_epi8(a, b); }
  JPEG_OPERATION Words low16(Words a, Words b) { return _mm256_unpacklo_epi16(a, b); }
  JPEG_OPERATION Words high16(Words a, Words b) { return _mm256_unpackhi_epi16(a, b); }
  JPEG_OPERATION Words low32(Words a, Words b) { return _mm256_unpacklo_epi32(a, b); }
  JPEG_OPERATION Words high32(Words a, Words b) { return _mm256_unpackhi_epi32(a, b); }
  JPEG_OPERATION Words low64(Words a, Words b) { return _mm256_unpacklo_epi64(a, b); }
  JPEG_OPERATION Words high64(Words a, Words b) { return _mm256_unpackhi_epi64(a, b); }
  // Each block's first word in all its places.
  JPEG_OPERATION Words splat_first(Words v) { return _mm256_shuffle_epi8(v, splat16(0x0100)); }

  JPEG_OPERATION Words pack(Words a, Words b) { return _mm256_packs_epi16(a, b); }
  JPEG_OPERATION Words pack_unsigned(Words a, Words b) { return _mm256_packus_epi16(a, b); }
  // Bytes from -128 on become bytes from 0 on.
  JPEG_OPERATION Words flip(Words v) { return _mm256_xor_si256(v, _mm256_set1_epi8(-128)); }
  // Two rows of eight bytes of each block.
  JPEG_OPERATION void store_rows(Words v, uint8_t* out, ptrdiff_t pitch) {
    const __m256i rows = _mm256_permute4x64_epi64(v, 0xd8);
    store16(out, _mm256_castsi256_si128(rows));
    store16(out + pitch, _mm256_extracti128_si256(rows, 1));
  }

  JPEG_OPERATION Words widen(const uint8_t* p) {
    return _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  // Bytes of a and of b in turns.
  JPEG_OPERATION void store_pairs(uint8_t* p, Words a, Words b) { store(p, either(a, _mm256_slli_epi16(b, 8))); }
  JPEG_OPERATION void store_narrow(uint8_t* p, Words v) {
    store16(p, _mm256_castsi256_si128(_mm256_permute4x64_epi64(_mm256_packus_epi16(v, v), 0x08)));
  }
  JPEG_OPERATION void join(Words a, Words b, Words c, uint8_t* out) {
    for (int r = 0; r < 3; ++r) {
      const __m256i v = _mm256_or_si256(_mm256_or_si256(_mm256_shuffle_epi8(a, load(kJoins.from[r][0])),
                                                        _mm256_shuffle_epi8(b, load(kJoins.from[r][1]))),
                                        _mm256_shuffle_epi8(c, load(kJoins.from[r][2])));
      store16(out + 16 * r, _mm256_castsi256_si128(v));
      store16(out + 48 + 16 * r, _mm256_extracti128_si256(v, 1));
    }
  }

 private:
  JPEG_OPERATION void store16(void* p, __m128i v) { _mm_storeu_si128(static_cast<__m128i*>(p), v); }
};

}  // namespace

extern const PixelKernels kPixelsAvx2 = kernels_of<Avx2>(SimdLevel::avx2);

}  // namespace penstock::codecs
#endif
