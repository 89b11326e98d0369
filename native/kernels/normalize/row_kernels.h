// Kernels that normalise one row: by table for any dtype, by vector arithmetic for float32 and float16. Only
// normalize_row.cc and bench/kernels/normalize include this file.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#if !defined(__clang__)
// g++ 12 warns about the intentionally undefined vectors in its own headers.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "core/cpu.h"
#include "kernels/normalize/normalize_line.h"

namespace penstock::ops {
namespace {

template <class U>
void table_row(const U* table, const uint8_t* in, int64_t in_step, int64_t width, U* out, int64_t out_step) {
  for (int64_t x = 0; x < width; ++x) out[x * out_step] = table[in[x * in_step]];
}

// Writes three planes in one pass over the pixels. Mirroring reads backwards, because forward writes are faster.
template <class U>
void table_rgb(const U* table, const uint8_t* in, int64_t width, U* out, int64_t plane, int64_t step, bool mirror) {
  const int64_t in_step = mirror ? -3 : 3;
  if (mirror) in += 3 * (width - 1);
  for (int64_t x = 0; x < width; ++x, in += in_step, out += step) {
    out[0] = table[in[0]];
    out[plane] = table[256 + in[1]];
    out[2 * plane] = table[512 + in[2]];
  }
}

// A kernel works on blocks of `lanes` RGB pixels: three vectors, each of one channel (planar) or of consecutive
// elements (interleaved). Its coefficients are [zero, slope, slope_low, rest][vector][lane].
inline void fill_lanes(const Line* channel, int lanes, bool planar, float* out) {
  for (int v = 0; v < 3; ++v) {
    for (int i = 0; i < lanes; ++i) {
      const Line& l = channel[planar ? v : (v * lanes + i) % 3];
      const float terms[] = {l.zero, l.slope, l.slope_low, l.rest};
      for (int k = 0; k < 4; ++k) out[(k * 3 + v) * lanes + i] = terms[k];
    }
  }
}

// The index, among a block's 3 * lanes bytes, of the byte for lane i of vector v.
constexpr int source_byte(int lanes, bool planar, bool mirror, int v, int i) {
  const int element = v * lanes + i, px = planar ? i : element / 3, c = planar ? v : element % 3;
  return 3 * (mirror ? lanes - 1 - px : px) + c;
}

#if defined(__x86_64__)
#define PENSTOCK_AVX2 __attribute__((target("avx2,fma,f16c")))
#define PENSTOCK_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")))

PENSTOCK_AVX2 inline __m256 line_8(__m256i x, const float* k) {
  const __m256 d = _mm256_sub_ps(_mm256_cvtepi32_ps(x), _mm256_load_ps(k));
  return _mm256_fmadd_ps(d, _mm256_load_ps(k + 24), _mm256_fmadd_ps(d, _mm256_load_ps(k + 48), _mm256_load_ps(k + 72)));
}

template <bool Stream>
PENSTOCK_AVX2 inline void put_8(float* out, __m256 v) {
  if (Stream) {
    _mm256_stream_ps(out, v);
  } else {
    _mm256_storeu_ps(out, v);
  }
}
template <bool Stream>
PENSTOCK_AVX2 inline void put_8(uint16_t* out, __m256 v) {
  const __m128i h = _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT);
  if (Stream) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(out), h);
  } else {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), h);
  }
}

// width >= 8. Eight pixels are 24 bytes: each half of a vector shuffles its own 16 of them, from byte 0 or from byte 8.
template <class T, bool Stream>
PENSTOCK_AVX2 void rgb_avx2(const float* lanes, const uint8_t* in, int64_t width, T* out, int64_t plane, bool planar,
                            bool mirror) {
  alignas(32) int8_t index[3][32];
  int from[3][2];
  for (int v = 0; v < 3; ++v) {
    for (int half = 0; half < 2; ++half) {
      int lowest = 24;
      for (int i = 0; i < 4; ++i) lowest = std::min(lowest, source_byte(8, planar, mirror, v, 4 * half + i));
      from[v][half] = lowest >= 8 ? 8 : 0;
      for (int i = 0; i < 16; ++i) {
        const int byte = source_byte(8, planar, mirror, v, 4 * half + i / 4) - from[v][half];
        index[v][16 * half + i] = static_cast<int8_t>(i & 3 ? -1 : byte);
      }
    }
  }
  const int64_t step = planar ? 1 : 3, vector = planar ? plane : 8;
  const auto block = [&](int64_t x, int v) PENSTOCK_AVX2 {
    const uint8_t* p = in + 3 * x;
    const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + from[v][0]));
    const __m128i high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + from[v][1]));
    const __m256i pick = _mm256_load_si256(reinterpret_cast<const __m256i*>(index[v]));
    put_8<Stream>(out + step * (mirror ? width - 8 - x : x) + v * vector,
                  line_8(_mm256_shuffle_epi8(_mm256_set_m128i(high, low), pick), lanes + 8 * v));
  };
  if (Stream) {
    // Each cache line of a plane is completed before the next begins, because a half-written line costs an extra write.
    constexpr int kLine = 64 / sizeof(T);
    for (int64_t x = 0; x < width; x += kLine) {
      for (int v = 0; v < 3; ++v) {
        for (int i = 0; i < kLine; i += 8) block(x + i, v);
      }
    }
    return;
  }
  for (int64_t x = 0;;) {
    for (int v = 0; v < 3; ++v) block(x, v);
    if (x == width - 8) break;
    x = x + 16 <= width ? x + 8 : width - 8;  // the last block may overlap the one before
  }
}

PENSTOCK_AVX512 inline __m512 line_16(__m512i x, __m512 zero, __m512 slope, __m512 slope_low, __m512 rest) {
  const __m512 d = _mm512_sub_ps(_mm512_cvtepi32_ps(x), zero);
  return _mm512_fmadd_ps(d, slope, _mm512_fmadd_ps(d, slope_low, rest));
}

template <bool Stream>
PENSTOCK_AVX512 inline void put_16(float* out, __m512 v) {
  if (Stream) {
    _mm512_stream_ps(out, v);
  } else {
    _mm512_storeu_ps(out, v);
  }
}
template <bool Stream>
PENSTOCK_AVX512 inline void put_16(uint16_t* out, __m512 v) {
  const __m256i h = _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT);
  if (Stream) {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(out), h);
  } else {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), h);
  }
}

// width >= 16. One byte permute takes a vector's bytes out of the block's 48 and widens them.
template <class T, bool Stream>
PENSTOCK_AVX512 void rgb_avx512(const float* lanes, const uint8_t* in, int64_t width, T* out, int64_t plane,
                                bool planar, bool mirror) {
  __m512i pick[3];
  __m512 k[12];  // local, because the compiler must assume that the stores change `lanes`
  for (int i = 0; i < 12; ++i) k[i] = _mm512_load_ps(lanes + 16 * i);
  for (int v = 0; v < 3; ++v) {
    alignas(64) int32_t index[16];
    for (int i = 0; i < 16; ++i) index[i] = source_byte(16, planar, mirror, v, i);
    pick[v] = _mm512_load_si512(index);
  }
  const int64_t step = planar ? 1 : 3, vector = planar ? plane : 16;
  // Whole cache lines, as in rgb_avx2.
  constexpr int kBlocks = Stream && sizeof(T) == 2 ? 2 : 1, kPixels = 16 * kBlocks;
  for (int64_t x = 0;;) {
    __m512i px[kBlocks];
    for (int i = 0; i < kBlocks; ++i) px[i] = _mm512_maskz_loadu_epi8(0xffffffffffff, in + 3 * (x + 16 * i));
    T* o = out + step * (mirror ? width - 16 - x : x);
    for (int v = 0; v < 3; ++v) {
      for (int i = 0; i < kBlocks; ++i) {
        const __m512i wide = _mm512_maskz_permutexvar_epi8(0x1111111111111111, pick[v], px[i]);
        put_16<Stream>(o + step * (mirror ? -16 * i : 16 * i) + v * vector,
                       line_16(wide, k[v], k[3 + v], k[6 + v], k[9 + v]));
      }
    }
    if (x == width - kPixels) break;
    x = x + 2 * kPixels <= width ? x + kPixels : width - kPixels;
  }
}
#elif defined(__aarch64__)
inline void put_4(float* out, float32x4_t v) { vst1q_f32(out, v); }
inline void put_4(uint16_t* out, float32x4_t v) { vst1_u16(out, vreinterpret_u16_f16(vcvt_f16_f32(v))); }

inline uint8x16_t reversed(uint8x16_t v) {
  const uint8x16_t halves = vrev64q_u8(v);
  return vextq_u8(halves, halves, 8);
}

// width >= 16. A block is 16 pixels. Planar vectors have one channel; in interleaved ones the coefficients of element e
// are those of channel e % 3, and every vector of four elements begins one channel further than the one before.
template <class T>
void rgb_neon(const float* lanes, const uint8_t* in, int64_t width, T* out, int64_t plane, bool planar, bool mirror) {
  float32x4_t k[4][3];
  for (int term = 0; term < 4; ++term) {
    for (int i = 0; i < 3; ++i)
      k[term][i] = vld1q_f32(lanes + (term * 3 + (planar ? i : 0)) * 16 + (planar ? 0 : 4 * i));
  }
  const int64_t step = planar ? 1 : 3, vector = planar ? plane : 16;
  for (int64_t x = 0;;) {
    uint8x16x3_t px = vld3q_u8(in + 3 * x);
    if (mirror) {
      for (uint8x16_t& v : px.val) v = reversed(v);
    }
    if (!planar) {
      uint8_t flat[48];
      vst3q_u8(flat, px);
      for (int v = 0; v < 3; ++v) px.val[v] = vld1q_u8(flat + 16 * v);
    }
    T* o = out + step * (mirror ? width - 16 - x : x);
    for (int v = 0; v < 3; ++v) {
      const uint16x8_t low = vmovl_u8(vget_low_u8(px.val[v])), high = vmovl_high_u8(px.val[v]);
      const uint32x4_t wide[] = {vmovl_u16(vget_low_u16(low)), vmovl_high_u16(low), vmovl_u16(vget_low_u16(high)),
                                 vmovl_high_u16(high)};
      for (int q = 0; q < 4; ++q) {
        const int i = planar ? v : (v + q) % 3;
        const float32x4_t d = vsubq_f32(vcvtq_f32_u32(wide[q]), k[0][i]);
        put_4(o + v * vector + 4 * q, vfmaq_f32(vfmaq_f32(k[3][i], d, k[2][i]), d, k[1][i]));
      }
    }
    if (x == width - 16) break;
    x = x + 32 <= width ? x + 16 : width - 16;  // the last block may overlap the one before
  }
}
#endif

// Lanes of the kernels for this machine; 0 where there are none.
inline int vector_lanes() {
  switch (simd_level()) {
    case SimdLevel::neon:
    case SimdLevel::avx512: return 16;
    case SimdLevel::avx2: return 8;
    default: return 0;
  }
}

// T: float, or uint16_t for float16. width >= vector_lanes(). With `stream`, out and plane lie on 64-byte boundaries
// and width is a multiple of 32.
template <class T>
void vector_rgb(const float* lanes, const uint8_t* in, int64_t width, T* out, int64_t plane, bool planar, bool mirror,
                bool stream) {
#if defined(__x86_64__)
  const auto kernel = simd_level() == SimdLevel::avx512 ? (stream ? rgb_avx512<T, true> : rgb_avx512<T, false>)
                                                        : (stream ? rgb_avx2<T, true> : rgb_avx2<T, false>);
  kernel(lanes, in, width, out, plane, planar, mirror);
#elif defined(__aarch64__)
  (void)stream;  // the CPU finds out by itself that whole lines are written
  rgb_neon(lanes, in, width, out, plane, planar, mirror);
#else
  (void)lanes, (void)in, (void)width, (void)out, (void)plane, (void)planar, (void)mirror, (void)stream;
#endif
}

}  // namespace
}  // namespace penstock::ops
