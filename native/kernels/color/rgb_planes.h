// 8-bit RGB pixels to three planes and back, 16 pixels at a time: each register's bytes are shuffled to
// their positions in each of the three results, and the parts are combined. transpose and the colour operators use it.
#pragma once
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "core/cpu.h"

namespace penstock::ops {
namespace {

#if defined(__x86_64__)
#define PENSTOCK_SHUFFLE __attribute__((target("avx2")))

struct Moves {
  __m128i index[3][3];  // [result][source]
};

// Makes the shuffle indices: byte i of result r comes from byte place(r, i) of the 48 source bytes.
template <class F>
PENSTOCK_SHUFFLE Moves make_moves(F place) {
  Moves m;
  for (int r = 0; r < 3; ++r) {
    for (int s = 0; s < 3; ++s) {
      alignas(16) int8_t index[16];
      for (int i = 0; i < 16; ++i) {
        const int at = place(r, i);
        index[i] = static_cast<int8_t>(at / 16 == s ? at % 16 : -1);
      }
      m.index[r][s] = _mm_load_si128(reinterpret_cast<const __m128i*>(index));
    }
  }
  return m;
}

PENSTOCK_SHUFFLE inline void move_48(const Moves& m, const uint8_t* a, const uint8_t* b, const uint8_t* c, uint8_t* x,
                                     uint8_t* y, uint8_t* z) {
  const __m128i in[] = {_mm_loadu_si128(reinterpret_cast<const __m128i*>(a)),
                        _mm_loadu_si128(reinterpret_cast<const __m128i*>(b)),
                        _mm_loadu_si128(reinterpret_cast<const __m128i*>(c))};
  uint8_t* const out[] = {x, y, z};
  for (int r = 0; r < 3; ++r) {
    const __m128i part = _mm_or_si128(_mm_shuffle_epi8(in[0], m.index[r][0]), _mm_shuffle_epi8(in[1], m.index[r][1]));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out[r]), _mm_or_si128(part, _mm_shuffle_epi8(in[2], m.index[r][2])));
  }
}

PENSTOCK_SHUFFLE inline int64_t split_blocks(const uint8_t* in, uint8_t* out, int64_t pixels) {
  const Moves m = make_moves([](int c, int i) { return 3 * i + c; });
  int64_t i = 0;
  for (; i + 16 <= pixels; i += 16) {
    const uint8_t* p = in + 3 * i;
    move_48(m, p, p + 16, p + 32, out + i, out + pixels + i, out + 2 * pixels + i);
  }
  return i;
}

PENSTOCK_SHUFFLE inline int64_t join_blocks(const uint8_t* in, uint8_t* out, int64_t pixels) {
  const Moves m = make_moves([](int r, int i) { return (16 * r + i) % 3 * 16 + (16 * r + i) / 3; });
  int64_t i = 0;
  for (; i + 16 <= pixels; i += 16) {
    uint8_t* o = out + 3 * i;
    move_48(m, in + i, in + pixels + i, in + 2 * pixels + i, o, o + 16, o + 32);
  }
  return i;
}
#endif

// Splits interleaved pixels into planes: HWC to CHW.
inline void split_rgb(const uint8_t* in, uint8_t* out, int64_t pixels) {
  int64_t i = 0;
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) i = split_blocks(in, out, pixels);
#endif
  for (; i < pixels; ++i) {
    for (int c = 0; c < 3; ++c) out[c * pixels + i] = in[3 * i + c];
  }
}

// Joins planes to interleaved pixels: CHW to HWC.
inline void join_rgb(const uint8_t* in, uint8_t* out, int64_t pixels) {
  int64_t i = 0;
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) i = join_blocks(in, out, pixels);
#endif
  for (; i < pixels; ++i) {
    for (int c = 0; c < 3; ++c) out[3 * i + c] = in[c * pixels + i];
  }
}

}  // namespace
}  // namespace penstock::ops
