// The AVX2 level. The horizontal pass shuffles bytes of one 8-word window per four results where results lie at most
// two samples apart, and takes dot products of eight words at a time elsewhere.
#if defined(__x86_64__)
#include <immintrin.h>

#include "kernels/resample/scalar.h"
#include "kernels/resample/x86.h"

namespace penstock::resample {
namespace {

RESAMPLE_AVX2 inline __m256i load(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
RESAMPLE_AVX2 inline __m128i load16(const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); }
RESAMPLE_AVX2 inline void store(void* p, __m256i v) { _mm256_storeu_si256(static_cast<__m256i*>(p), v); }
RESAMPLE_AVX2 inline void store16(void* p, __m128i v) { _mm_storeu_si128(static_cast<__m128i*>(p), v); }
RESAMPLE_AVX2 inline __m256i pair_of(const int16_t* coef) {
  int32_t v;
  std::memcpy(&v, coef, 4);
  return _mm256_set1_epi32(v);
}
RESAMPLE_AVX2 inline __m256i mul_add(__m256i sum, __m256i a, __m256i b) {
  return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
}

RESAMPLE_AVX2 void vertical_u8(const uint8_t* const* rows, const int16_t* coef, int taps, int n, int shift,
                               int16_t* out) {
  if (n < 32) return vertical_scalar(rows, coef, taps, 0, n, shift, out);
  const __m256i round = _mm256_set1_epi32(half_of(shift)), zero = _mm256_setzero_si256();
  const __m128i count = _mm_cvtsi32_si128(shift);
  for (int at = 0; at < n; at += 32) {
    const int x = std::min(at, n - 32);  // the last block overlaps, so that no byte beyond n is read
    __m256i s0 = round, s1 = round, s2 = round, s3 = round;
    for (int k = 0; k < taps; k += 2) {
      const __m256i a = load(rows[k] + x), b = load(rows[k + 1] + x), c = pair_of(coef + k);
      const __m256i lo = _mm256_unpacklo_epi8(a, b), hi = _mm256_unpackhi_epi8(a, b);
      s0 = mul_add(s0, _mm256_unpacklo_epi8(lo, zero), c);
      s1 = mul_add(s1, _mm256_unpackhi_epi8(lo, zero), c);
      s2 = mul_add(s2, _mm256_unpacklo_epi8(hi, zero), c);
      s3 = mul_add(s3, _mm256_unpackhi_epi8(hi, zero), c);
    }
    const __m256i w0 = _mm256_packs_epi32(_mm256_sra_epi32(s0, count), _mm256_sra_epi32(s1, count));
    const __m256i w1 = _mm256_packs_epi32(_mm256_sra_epi32(s2, count), _mm256_sra_epi32(s3, count));
    store(out + x, _mm256_permute2x128_si256(w0, w1, 0x20));
    store(out + x + 16, _mm256_permute2x128_si256(w0, w1, 0x31));
  }
}

RESAMPLE_AVX2 void vertical_i16(const int16_t* const* rows, const int16_t* coef, int taps, int n, int shift,
                                uint8_t* out) {
  const __m256i round = _mm256_set1_epi32(half_of(shift));
  const __m128i count = _mm_cvtsi32_si128(shift);
  for (int x = 0; x < n; x += 32) {
    __m256i s0 = round, s1 = round, s2 = round, s3 = round;
    for (int k = 0; k < taps; k += 2) {
      const __m256i c = pair_of(coef + k), a = load(rows[k] + x), b = load(rows[k + 1] + x);
      const __m256i d = load(rows[k] + x + 16), e = load(rows[k + 1] + x + 16);
      s0 = mul_add(s0, _mm256_unpacklo_epi16(a, b), c);
      s1 = mul_add(s1, _mm256_unpackhi_epi16(a, b), c);
      s2 = mul_add(s2, _mm256_unpacklo_epi16(d, e), c);
      s3 = mul_add(s3, _mm256_unpackhi_epi16(d, e), c);
    }
    const __m256i w0 = _mm256_packs_epi32(_mm256_sra_epi32(s0, count), _mm256_sra_epi32(s1, count));
    const __m256i w1 = _mm256_packs_epi32(_mm256_sra_epi32(s2, count), _mm256_sra_epi32(s3, count));
    store(out + x, _mm256_permute4x64_epi64(_mm256_packus_epi16(w0, w1), 0xd8));
  }
}

template <class Out>
RESAMPLE_AVX2 inline void store8(Out* out, __m256i v) {
  const __m128i w = _mm_packs_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  if constexpr (sizeof(Out) == 2) {
    store16(out, w);
  } else {
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out), _mm_packus_epi16(w, w));
  }
}

template <class Out>
RESAMPLE_AVX2 void windows(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift, Out* out,
                           ptrdiff_t out_stride) {
  const __m256i round = _mm256_set1_epi32(half_of(shift));
  const __m128i count = _mm_cvtsi32_si128(shift);
  const int blocks = (t.out + 7) / 8, pairs = t.pairs;
  const int16_t* p = t.packed;
  for (int b = 0; b < blocks; ++b, p += 16 + 16 * pairs) {
    const __m256i index = load(p);
    const int16_t *left = in + t.bases[2 * b], *right = in + t.bases[2 * b + 1];
    for (int c = 0; c < channels; ++c, left += in_stride, right += in_stride) {
      __m256i sum = round;
      for (int k = 0; k < pairs; ++k) {
        const __m256i w =
            _mm256_inserti128_si256(_mm256_castsi128_si256(load16(left + 2 * k)), load16(right + 2 * k), 1);
        sum = mul_add(sum, _mm256_shuffle_epi8(w, index), load(p + 16 + 16 * k));
      }
      store8(out + c * out_stride + 8 * b, _mm256_sra_epi32(sum, count));
    }
  }
}

template <class Out>
RESAMPLE_AVX2 void dot(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift, Out* out,
                       ptrdiff_t out_stride) {
  const __m128i round = _mm_set1_epi32(half_of(shift)), count = _mm_cvtsi32_si128(shift);
  for (int c = 0; c < channels; ++c, in += in_stride, out += out_stride) {
    for (int i = 0; i < t.out; i += 4) {
      __m128i s[4];
      for (int j = 0; j < 4; ++j) {
        const int x = std::min(i + j, t.out - 1);
        const int16_t *p = in + t.index[x], *q = t.coef + static_cast<ptrdiff_t>(x) * t.stride;
        __m128i sum = _mm_madd_epi16(load16(p), load16(q));
        for (int k = 8; k < t.taps; k += 8) {
          sum = _mm_add_epi32(sum, _mm_madd_epi16(load16(p + k), load16(q + k)));
        }
        s[j] = sum;
      }
      __m128i v = _mm_hadd_epi32(_mm_hadd_epi32(s[0], s[1]), _mm_hadd_epi32(s[2], s[3]));
      v = _mm_sra_epi32(_mm_add_epi32(v, round), count);
      v = _mm_packs_epi32(v, v);
      if constexpr (sizeof(Out) == 2) {
        _mm_storel_epi64(reinterpret_cast<__m128i*>(out + i), v);
      } else {
        const int32_t four = _mm_cvtsi128_si32(_mm_packus_epi16(v, v));
        std::memcpy(out + i, &four, 4);
      }
    }
  }
}

template <class Out>
RESAMPLE_AVX2 void horizontal(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift, Out* out,
                              ptrdiff_t out_stride) {
  if (t.form == HTaps::window) return windows(t, in, in_stride, channels, shift, out, out_stride);
  dot(t, in, in_stride, channels, shift, out, out_stride);
}

// Shuffle masks that extract one channel of 16 interleaved RGB pixels from three registers, or insert it.
struct Thirds {
  alignas(16) int8_t split8[3][3][16], join8[3][3][16], split16[3][3][16];
  constexpr Thirds() : split8(), join8(), split16() {
    for (int c = 0; c < 3; ++c) {
      for (int r = 0; r < 3; ++r) {
        for (int i = 0; i < 16; ++i) {
          const int e = 3 * i + c - 16 * r;  // byte of register r that is byte i of channel c
          split8[c][r][i] = static_cast<int8_t>(e >= 0 && e < 16 ? e : -1);
          const int j = 16 * r + i;  // interleaved byte i of register r comes from plane j % 3
          join8[r][c][i] = static_cast<int8_t>(j % 3 == c ? j / 3 : -1);
          const int w = 3 * (i / 2) + c - 8 * r;
          split16[c][r][i] = static_cast<int8_t>(w >= 0 && w < 8 ? 2 * w + i % 2 : -1);
        }
      }
    }
  }
};
constexpr Thirds kThirds;

RESAMPLE_AVX2 inline __m128i three(__m128i a, __m128i b, __m128i d, const int8_t (*masks)[16]) {
  return _mm_or_si128(_mm_or_si128(_mm_shuffle_epi8(a, load16(masks[0])), _mm_shuffle_epi8(b, load16(masks[1]))),
                      _mm_shuffle_epi8(d, load16(masks[2])));
}

RESAMPLE_AVX2 void split_u8(const uint8_t* in, int width, int channels, int16_t* out, ptrdiff_t stride) {
  if (channels != 3 || width < 16) {
    if (channels == 1) return split_scalar(in, 0, width, 1, out, stride);
    return split_scalar(in, 0, width, channels, out, stride);
  }
  for (int at = 0; at < width; at += 16) {
    const int x = std::min(at, width - 16);
    const __m128i a = load16(in + 3 * x), b = load16(in + 3 * x + 16), d = load16(in + 3 * x + 32);
    for (int c = 0; c < 3; ++c) store(out + c * stride + x, _mm256_cvtepu8_epi16(three(a, b, d, kThirds.split8[c])));
  }
}

RESAMPLE_AVX2 void split_i16(const int16_t* in, int width, int channels, int16_t* out, ptrdiff_t stride) {
  if (channels != 3) return split_scalar(in, 0, width, channels, out, stride);
  for (int x = 0; x < width; x += 8) {
    const __m128i a = load16(in + 3 * x), b = load16(in + 3 * x + 8), d = load16(in + 3 * x + 16);
    for (int c = 0; c < 3; ++c) store16(out + c * stride + x, three(a, b, d, kThirds.split16[c]));
  }
}

RESAMPLE_AVX2 void join_u8(const uint8_t* in, ptrdiff_t stride, int width, int channels, uint8_t* out) {
  if (channels == 1) {
    std::memcpy(out, in, width);
    return;
  }
  if (channels != 3 || width < 16) return join_scalar(in, stride, 0, width, channels, out);
  for (int at = 0; at < width; at += 16) {
    const int x = std::min(at, width - 16);
    const __m128i a = load16(in + x), b = load16(in + stride + x), d = load16(in + 2 * stride + x);
    for (int r = 0; r < 3; ++r) store16(out + 3 * x + 16 * r, three(a, b, d, kThirds.join8[r]));
  }
}

RESAMPLE_AVX2 void pack(HTaps& t, int32_t* bases, int16_t* space) {
  t.pairs = (t.taps + 1) / 2;
  t.form = HTaps::dot;
  const int blocks = (t.out + 7) / 8;
  for (int h = 0; h < 2 * blocks; ++h) {
    int lo = t.index[std::min(4 * h, t.out - 1)], hi = lo;
    for (int i = 4 * h; i < std::min(t.out, 4 * h + 4); ++i) {
      lo = std::min(lo, t.index[i]);
      hi = std::max(hi, t.index[i]);
    }
    if (hi - lo > 6) return;
    bases[h] = lo;
  }
  t.form = HTaps::window;
  t.bases = bases;
  t.packed = space;
  for (int b = 0; b < blocks; ++b, space += 16 + 16 * t.pairs) {
    for (int i = 0; i < 8; ++i) {
      const int x = std::min(8 * b + i, t.out - 1);
      // A lane past the end repeats the last result's weights; its sample may be any word of the window.
      const int at = 2 * std::clamp(t.index[x] - bases[2 * b + i / 4], 0, 6);
      const int16_t low = static_cast<int16_t>((at + 1) << 8 | at);
      space[2 * i] = low;
      space[2 * i + 1] = static_cast<int16_t>(low + 0x0202);
      const int16_t* c = t.coef + static_cast<ptrdiff_t>(x) * t.stride;
      for (int k = 0; k < t.pairs; ++k) std::memcpy(space + 16 + 16 * k + 2 * i, c + 2 * k, 4);
    }
  }
}

}  // namespace

RESAMPLE_AVX2 void horizontal_dot(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift,
                                  int16_t* out, ptrdiff_t out_stride) {
  dot(t, in, in_stride, channels, shift, out, out_stride);
}
RESAMPLE_AVX2 void horizontal_dot(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift,
                                  uint8_t* out, ptrdiff_t out_stride) {
  dot(t, in, in_stride, channels, shift, out, out_stride);
}

const Kernels kAvx2 = {SimdLevel::avx2, vertical_u8, vertical_i16, horizontal<int16_t>, horizontal<uint8_t>, split_u8,
                       split_i16,       join_u8,     pack};

}  // namespace penstock::resample
#endif
