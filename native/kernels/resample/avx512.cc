// The AVX-512 level (F, BW, DQ, VL, VBMI, VNNI). Horizontal gathers are word permutes of a 32- or 64-word window that
// serve 16 results and every channel at once; multiply-adds are vpdpwssd.
#if defined(__x86_64__)
#include <immintrin.h>

#include "core/joined_planes.h"
#include "kernels/resample/scalar.h"
#include "kernels/resample/x86.h"

#if !defined(__clang__)
// GCC 12 warns about the intentionally undefined operands in its own headers.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace penstock::resample {
namespace {

RESAMPLE_AVX512 inline __m512i pair_of(const int16_t* coef) {
  int32_t v;
  std::memcpy(&v, coef, 4);
  return _mm512_set1_epi32(v);
}

RESAMPLE_AVX512 inline __mmask64 first_bytes(int n) { return n >= 64 ? ~__mmask64{0} : (__mmask64{1} << n) - 1; }

RESAMPLE_AVX512 void vertical_u8(const uint8_t* const* rows, const int16_t* coef, int taps, int n, int shift,
                                 int16_t* out) {
  const __m512i round = _mm512_set1_epi32(half_of(shift)), zero = _mm512_setzero_si512();
  const __m128i count = _mm_cvtsi32_si128(shift);
  const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
  for (int x = 0; x < n; x += 64) {
    const __mmask64 m = first_bytes(n - x);
    __m512i s0 = round, s1 = round, s2 = round, s3 = round;
    for (int k = 0; k < taps; k += 2) {
      const __m512i a = _mm512_maskz_loadu_epi8(m, rows[k] + x), b = _mm512_maskz_loadu_epi8(m, rows[k + 1] + x);
      const __m512i lo = _mm512_unpacklo_epi8(a, b), hi = _mm512_unpackhi_epi8(a, b), c = pair_of(coef + k);
      s0 = _mm512_dpwssd_epi32(s0, _mm512_unpacklo_epi8(lo, zero), c);
      s1 = _mm512_dpwssd_epi32(s1, _mm512_unpackhi_epi8(lo, zero), c);
      s2 = _mm512_dpwssd_epi32(s2, _mm512_unpacklo_epi8(hi, zero), c);
      s3 = _mm512_dpwssd_epi32(s3, _mm512_unpackhi_epi8(hi, zero), c);
    }
    // Each 128-bit lane holds 16 neighbours: words 0-7 in w0, 8-15 in w1.
    const __m512i w0 = _mm512_packs_epi32(_mm512_sra_epi32(s0, count), _mm512_sra_epi32(s1, count));
    const __m512i w1 = _mm512_packs_epi32(_mm512_sra_epi32(s2, count), _mm512_sra_epi32(s3, count));
    _mm512_storeu_si512(out + x, _mm512_permutex2var_epi64(w0, low, w1));
    _mm512_storeu_si512(out + x + 32, _mm512_permutex2var_epi64(w0, high, w1));
  }
}

RESAMPLE_AVX512 void vertical_i16(const int16_t* const* rows, const int16_t* coef, int taps, int n, int shift,
                                  uint8_t* out) {
  const __m512i round = _mm512_set1_epi32(half_of(shift));
  const __m128i count = _mm_cvtsi32_si128(shift);
  const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
  for (int x = 0; x < n; x += 64) {
    __m512i s0 = round, s1 = round, s2 = round, s3 = round;
    for (int k = 0; k < taps; k += 2) {
      const __m512i c = pair_of(coef + k);
      const __m512i a = _mm512_loadu_si512(rows[k] + x), b = _mm512_loadu_si512(rows[k + 1] + x);
      const __m512i d = _mm512_loadu_si512(rows[k] + x + 32), e = _mm512_loadu_si512(rows[k + 1] + x + 32);
      s0 = _mm512_dpwssd_epi32(s0, _mm512_unpacklo_epi16(a, b), c);
      s1 = _mm512_dpwssd_epi32(s1, _mm512_unpackhi_epi16(a, b), c);
      s2 = _mm512_dpwssd_epi32(s2, _mm512_unpacklo_epi16(d, e), c);
      s3 = _mm512_dpwssd_epi32(s3, _mm512_unpackhi_epi16(d, e), c);
    }
    const __m512i w0 = _mm512_packs_epi32(_mm512_sra_epi32(s0, count), _mm512_sra_epi32(s1, count));
    const __m512i w1 = _mm512_packs_epi32(_mm512_sra_epi32(s2, count), _mm512_sra_epi32(s3, count));
    _mm512_storeu_si512(out + x, _mm512_permutexvar_epi64(order, _mm512_packus_epi16(w0, w1)));
  }
}

template <class Out>
RESAMPLE_AVX512 inline void store16(Out* out, __m512i v) {
  if constexpr (sizeof(Out) == 2) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_cvtsepi32_epi16(v));
  } else {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm512_cvtusepi32_epi8(_mm512_max_epi32(v, _mm512_setzero_si512())));
  }
}

// One 32-word register (kWide: two) per channel holds all samples of 16 results; the samples of pair k are at `index` +
// 2 k.
// Unaligned 64-byte loads cost two accesses, so there is one per channel and the weights stay in registers.
template <int kPairs, bool kWide, class Out>
RESAMPLE_AVX512 inline void windows(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift,
                                    Out* out, ptrdiff_t out_stride) {
  const __m512i round = _mm512_set1_epi32(half_of(shift)), two = _mm512_set1_epi16(2);
  const __m128i count = _mm_cvtsi32_si128(shift);
  const int blocks = (t.out + 15) / 16, pairs = kPairs ? kPairs : t.pairs;
  const int16_t* p = t.packed;
  for (int b = 0; b < blocks; ++b, p += 32 + 32 * pairs) {
    __m512i index = _mm512_load_si512(p), moved[kPairs ? kPairs : 1], weights[kPairs ? kPairs : 1];
    moved[0] = index;
    if constexpr (kPairs != 0) {
      for (int k = 0; k < kPairs; ++k) {
        if (k > 0) moved[k] = _mm512_add_epi16(moved[k - 1], two);
        weights[k] = _mm512_load_si512(p + 32 + 32 * k);
      }
    }
    const int16_t* src = in + t.bases[b];
    Out* to = out + 16 * b;
    for (int c = 0; c < channels; ++c, src += in_stride, to += out_stride) {
      const __m512i near = _mm512_loadu_si512(src);
      const __m512i far = kWide ? _mm512_loadu_si512(src + 32) : near;
      __m512i sum = round;
      index = moved[0];
      for (int k = 0; k < pairs; ++k) {
        if constexpr (kPairs != 0) index = moved[k];
        const __m512i taken =
            kWide ? _mm512_permutex2var_epi16(near, index, far) : _mm512_permutexvar_epi16(index, near);
        if constexpr (kPairs != 0) {
          sum = _mm512_dpwssd_epi32(sum, taken, weights[k]);
        } else {
          sum = _mm512_dpwssd_epi32(sum, taken, _mm512_load_si512(p + 32 + 32 * k));
          index = _mm512_add_epi16(index, two);
        }
      }
      store16(to, _mm512_sra_epi32(sum, count));
    }
  }
}

template <bool kWide, class Out>
RESAMPLE_AVX512 void windows_of(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift,
                                Out* out, ptrdiff_t out_stride) {
  if (t.pairs == 1) return windows<1, kWide>(t, in, in_stride, channels, shift, out, out_stride);
  if (t.pairs == 2) return windows<2, kWide>(t, in, in_stride, channels, shift, out, out_stride);
  if (t.pairs == 3) return windows<3, kWide>(t, in, in_stride, channels, shift, out, out_stride);
  if (t.pairs == 4) return windows<4, kWide>(t, in, in_stride, channels, shift, out, out_stride);
  windows<0, kWide>(t, in, in_stride, channels, shift, out, out_stride);
}

template <class Out>
void horizontal(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift, Out* out,
                ptrdiff_t out_stride) {
  if (t.form == HTaps::window) return windows_of<false>(t, in, in_stride, channels, shift, out, out_stride);
  if (t.form == HTaps::wide_window) return windows_of<true>(t, in, in_stride, channels, shift, out, out_stride);
  horizontal_dot(t, in, in_stride, channels, shift, out, out_stride);
}

// Word or byte i of channel c is element 3 i + c of three registers a, b, d: gathered from (a, b), completed from d.
struct Thirds16 {
  alignas(64) int16_t ab[3][32], d[3][32];
  __mmask32 from_d[3];
  constexpr Thirds16() : ab(), d(), from_d() {
    for (int c = 0; c < 3; ++c) {
      for (int i = 0; i < 32; ++i) {
        const int e = 3 * i + c;
        ab[c][i] = static_cast<int16_t>(e < 64 ? e : 0);
        d[c][i] = static_cast<int16_t>(e < 64 ? 0 : e - 64);
        if (e >= 64) from_d[c] |= __mmask32{1} << i;
      }
    }
  }
};
constexpr Thirds16 kThirds16;

RESAMPLE_AVX512 void split_i16(const int16_t* in, int width, int channels, int16_t* out, ptrdiff_t stride) {
  if (channels != 3) return split_scalar(in, 0, width, channels, out, stride);
  for (int x = 0; x < width; x += 32) {
    const __m512i a = _mm512_loadu_si512(in + 3 * x), b = _mm512_loadu_si512(in + 3 * x + 32);
    const __m512i d = _mm512_loadu_si512(in + 3 * x + 64);
    for (int c = 0; c < 3; ++c) {
      __m512i v = _mm512_permutex2var_epi16(a, _mm512_load_si512(kThirds16.ab[c]), b);
      v = _mm512_mask_permutexvar_epi16(v, kThirds16.from_d[c], _mm512_load_si512(kThirds16.d[c]), d);
      _mm512_storeu_si512(out + c * stride + x, v);
    }
  }
}

struct Thirds8 {
  alignas(64) uint8_t index[3][64];
  constexpr Thirds8() : index() {
    for (int c = 0; c < 3; ++c) {
      for (int i = 0; i < 32; ++i) index[c][i] = static_cast<uint8_t>(3 * i + c);
    }
  }
};
constexpr Thirds8 kThirds8;

RESAMPLE_AVX512 void split_u8(const uint8_t* in, int width, int channels, int16_t* out, ptrdiff_t stride) {
  if (channels == 1) {
    for (int x = 0; x < width; x += 32) {
      const __m256i v = _mm256_maskz_loadu_epi8(static_cast<__mmask32>(first_bytes(width - x)), in + x);
      _mm512_storeu_si512(out + x, _mm512_cvtepu8_epi16(v));
    }
    return;
  }
  if (channels != 3) return split_scalar(in, 0, width, channels, out, stride);
  for (int x = 0; x < width; x += 32) {
    const int bytes = 3 * (width - x);
    const __m512i a = _mm512_maskz_loadu_epi8(first_bytes(bytes), in + 3 * x);
    const __m512i b = bytes > 64 ? _mm512_castsi256_si512(_mm256_maskz_loadu_epi8(
                                       static_cast<__mmask32>(first_bytes(bytes - 64)), in + 3 * x + 64))
                                 : a;
    for (int c = 0; c < 3; ++c) {
      const __m512i v = _mm512_permutex2var_epi8(a, _mm512_load_si512(kThirds8.index[c]), b);
      _mm512_storeu_si512(out + c * stride + x, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(v)));
    }
  }
}

RESAMPLE_AVX512 void join_u8(const uint8_t* in, ptrdiff_t stride, int width, int channels, uint8_t* out) {
  if (channels == 1) {
    std::memcpy(out, in, width);
    return;
  }
  if (channels != 3) return join_scalar(in, stride, 0, width, channels, out);
  for (int x = 0; x < width; x += 64) {
    const __m512i p0 = _mm512_loadu_si512(in + x), p1 = _mm512_loadu_si512(in + stride + x);
    const __m512i p2 = _mm512_loadu_si512(in + 2 * stride + x);
    const int bytes = 3 * (width - x);
    for (int r = 0; r < 3 && 64 * r < bytes; ++r) {
      __m512i v = _mm512_permutex2var_epi8(p0, _mm512_load_si512(kJoinedPlanes.two[r]), p1);
      v = _mm512_mask_permutexvar_epi8(v, kJoinedPlanes.from_third[r], _mm512_load_si512(kJoinedPlanes.third[r]), p2);
      if (bytes - 64 * r >= 64) {
        _mm512_storeu_si512(out + 3 * x + 64 * r, v);
      } else {
        _mm512_mask_storeu_epi8(out + 3 * x + 64 * r, first_bytes(bytes - 64 * r), v);
      }
    }
  }
}

RESAMPLE_AVX512 void pack(HTaps& t, int32_t* bases, int16_t* space) {
  t.pairs = (t.taps + 1) / 2;
  t.form = HTaps::dot;
  const int blocks = (t.out + 15) / 16;
  int span = 0;
  for (int b = 0; b < blocks; ++b) {
    int lo = t.index[16 * b], hi = lo;
    for (int i = 16 * b; i < std::min(t.out, 16 * b + 16); ++i) {
      lo = std::min(lo, t.index[i]);
      hi = std::max(hi, t.index[i]);
    }
    bases[b] = lo;
    span = std::max(span, hi - lo);
  }
  const int words = span + 2 * t.pairs;
  if (words > 64) return;
  t.form = words <= 32 ? HTaps::window : HTaps::wide_window;
  t.bases = bases;
  t.packed = space;
  for (int b = 0; b < blocks; ++b, space += 32 + 32 * t.pairs) {
    for (int i = 0; i < 16; ++i) {
      const int x = std::min(16 * b + i, t.out - 1), at = t.index[x] - bases[b];
      space[2 * i] = static_cast<int16_t>(at);
      space[2 * i + 1] = static_cast<int16_t>(at + 1);
      const int16_t* c = t.coef + static_cast<ptrdiff_t>(x) * t.stride;
      for (int k = 0; k < t.pairs; ++k) std::memcpy(space + 32 + 32 * k + 2 * i, c + 2 * k, 4);
    }
  }
}

}  // namespace

const Kernels kAvx512 = {
    SimdLevel::avx512, vertical_u8, vertical_i16, horizontal<int16_t>, horizontal<uint8_t>, split_u8,
    split_i16,         join_u8,     pack};

}  // namespace penstock::resample
#endif
