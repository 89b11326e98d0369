// The level of every x86-64 CPU: SSE2, one block in a register.
#include "codecs/jpeg/pixels/kernels.h"

#if defined(__x86_64__)
#include <emmintrin.h>

#define JPEG_LEVEL
#define JPEG_OPERATION __attribute__((always_inline)) static inline
#include "codecs/jpeg/pixels/arithmetic.h"

namespace penstock::codecs {
namespace {

struct Sse2 {
  using Words = __m128i;
  struct Sums {
    __m128i low, high;
  };
  using Pairs = Sums;
  static constexpr int kBlocks = 1;

  JPEG_OPERATION Words load(const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); }
  JPEG_OPERATION void store(void* p, Words v) { _mm_storeu_si128(static_cast<__m128i*>(p), v); }
  JPEG_OPERATION Words zero() { return _mm_setzero_si128(); }
  JPEG_OPERATION Words splat16(int v) { return _mm_set1_epi16(static_cast<short>(v)); }
  JPEG_OPERATION Words either(Words a, Words b) { return _mm_or_si128(a, b); }
  JPEG_OPERATION Words both(Words a, Words b) { return _mm_and_si128(a, b); }
  JPEG_OPERATION bool none(Words v) { return _mm_movemask_epi8(_mm_cmpeq_epi8(v, zero())) == 0xffff; }
  // Whether a word's magnitude is 8192 or more.
  JPEG_OPERATION bool beyond(Words v) { return !none(both(add(v, splat16(8192)), splat16(-16384))); }

  JPEG_OPERATION Words add(Words a, Words b) { return _mm_add_epi16(a, b); }
  JPEG_OPERATION Words subtract(Words a, Words b) { return _mm_sub_epi16(a, b); }
  JPEG_OPERATION Words add_saturated(Words a, int b) { return _mm_adds_epi16(a, splat16(b)); }
  JPEG_OPERATION Words multiply(Words a, Words b) { return _mm_mullo_epi16(a, b); }
  // (v * factor + 2^15) >> 16 for v in [-128, 127].
  template <int kFactor>
  JPEG_OPERATION Words times(Words v) {
    return shifted_right<1>(add(_mm_mulhi_epi16(add(v, v), splat16(kFactor)), splat16(1)));
  }
  template <int kBy>
  JPEG_OPERATION Words shifted_left(Words v) {
    return _mm_slli_epi16(v, kBy);
  }
  template <int kBy>
  JPEG_OPERATION Words shifted_right(Words v) {
    return _mm_srai_epi16(v, kBy);
  }

  JPEG_OPERATION Pairs pairs(Words a, Words b) { return {_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)}; }
  JPEG_OPERATION Sums products(Pairs p, int a, int b) {
    const __m128i f =
        _mm_set1_epi32(static_cast<int>(static_cast<unsigned>(b) << 16 | (static_cast<unsigned>(a) & 0xffff)));
    return {_mm_madd_epi16(p.low, f), _mm_madd_epi16(p.high, f)};
  }
  JPEG_OPERATION Sums add(Sums s, Pairs p, int a, int b) { return add(s, products(p, a, b)); }
  JPEG_OPERATION Sums splat(int v) { return {_mm_set1_epi32(v), _mm_set1_epi32(v)}; }
  JPEG_OPERATION Sums add(Sums a, Sums b) { return {_mm_add_epi32(a.low, b.low), _mm_add_epi32(a.high, b.high)}; }
  JPEG_OPERATION Sums subtract(Sums a, Sums b) { return {_mm_sub_epi32(a.low, b.low), _mm_sub_epi32(a.high, b.high)}; }
  template <int kShift>
  JPEG_OPERATION Words narrow(Sums s) {
    return _mm_packs_epi32(_mm_srai_epi32(s.low, kShift), _mm_srai_epi32(s.high, kShift));
  }

  JPEG_OPERATION Words low8(Words a, Words b) { return _mm_unpacklo_epi8(a, b); }
  JPEG_OPERATION Words high8(Words a, Words b) { return _mm_unpackhi_epi8(a, b); }
  JPEG_OPERATION Words low16(Words a, Words b) { return _mm_unpacklo_epi16(a, b); }
  JPEG_OPERATION Words high16(Words a, Words b) { return _mm_unpackhi_epi16(a, b); }
  JPEG_OPERATION Words low32(Words a, Words b) { return _mm_unpacklo_epi32(a, b); }
  JPEG_OPERATION Words high32(Words a, Words b) { return _mm_unpackhi_epi32(a, b); }
  JPEG_OPERATION Words low64(Words a, Words b) { return _mm_unpacklo_epi64(a, b); }
  JPEG_OPERATION Words high64(Words a, Words b) { return _mm_unpackhi_epi64(a, b); }
  // The block's first word in all places.
  JPEG_OPERATION Words splat_first(Words v) { return splat16(_mm_cvtsi128_si32(v)); }

  JPEG_OPERATION Words pack(Words a, Words b) { return _mm_packs_epi16(a, b); }
  JPEG_OPERATION Words pack_unsigned(Words a, Words b) { return _mm_packus_epi16(a, b); }
  // Bytes from -128 on become bytes from 0 on.
  JPEG_OPERATION Words flip(Words v) { return _mm_xor_si128(v, _mm_set1_epi8(-128)); }
  // Two rows of eight bytes.
  JPEG_OPERATION void store_rows(Words v, uint8_t* out, ptrdiff_t pitch) {
    store8(out, v);
    store8(out + pitch, high64(v, v));
  }

  JPEG_OPERATION Words widen(const uint8_t* p) {
    return low8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)), zero());
  }
  // Bytes of a and of b in turns.
  JPEG_OPERATION void store_pairs(uint8_t* p, Words a, Words b) { store(p, either(a, shifted_left<8>(b))); }
  JPEG_OPERATION void store_narrow(uint8_t* p, Words v) { store8(p, pack_unsigned(v, v)); }
  JPEG_OPERATION void join(Words a, Words b, Words c, uint8_t* out) {
    const Words ab[2] = {low8(a, b), high8(a, b)}, c0[2] = {low8(c, zero()), high8(c, zero())};
    for (int half = 0; half < 2; ++half) {
      store_four(low16(ab[half], c0[half]), out + 24 * half);
      store_four(high16(ab[half], c0[half]), out + 24 * half + 12);
    }
  }

 private:
  JPEG_OPERATION void store8(void* p, Words v) { _mm_storel_epi64(static_cast<__m128i*>(p), v); }
  // Two pixels of four bytes in 64 bits become six bytes.
  JPEG_OPERATION void store_four(Words pixels, uint8_t* out) {
    const Words first = both(pixels, _mm_set1_epi64x(0xffffff)),
                second = both(_mm_srli_epi64(pixels, 8), _mm_set1_epi64x(0xffffff000000));
    const Words six = either(first, second), next = _mm_srli_si128(six, 8);
    store8(out, either(six, _mm_slli_epi64(next, 48)));
    const int rest = _mm_cvtsi128_si32(_mm_srli_epi64(next, 16));
    std::memcpy(out + 8, &rest, 4);
  }
};

constexpr PixelKernels kBaseline = kernels_of<Sse2>(SimdLevel::baseline);

}  // namespace

extern const PixelKernels kPixelsAvx2, kPixelsAvx512;

const PixelKernels& pixel_kernels(SimdLevel level) {
  if (level > simd_level()) level = simd_level();
  if (level == SimdLevel::avx512) return kPixelsAvx512;
  if (level == SimdLevel::avx2) return kPixelsAvx2;
  return kBaseline;
}

}  // namespace penstock::codecs
#endif
