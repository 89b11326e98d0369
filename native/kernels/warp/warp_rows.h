// One output row of a warp on the CPU: finds the part that lies wholly inside the input, and computes it without bounds
// tests. Only warp.cc includes this file, and kernels/remap/remap.cc for blend() and pick(), which read a state's `in`
// and `channels` alone.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "core/cpu.h"
#include "kernels/warp/warp.h"

namespace penstock::ops {
namespace {

struct Span {
  int begin, end;
};

// Narrows the span to outputs whose position is in [low, high). Positions are monotonic, so the ends are estimated in
// double and then moved to where the rounded positions cross the limits.
inline void narrow(Span& span, float slope, float row, float low, float high) {
  if (span.begin >= span.end) return;
  const auto at = [&](int x) { return warp_position(slope, row, x); };
  if (slope == 0) {
    if (!(at(0) >= low && at(0) < high)) span.end = span.begin;
    return;
  }
  const double near = ((slope > 0 ? low : high) - static_cast<double>(row)) / slope - 0.5;
  const double far = ((slope > 0 ? high : low) - static_cast<double>(row)) / slope - 0.5;
  if (!std::isfinite(near) || !std::isfinite(far)) {
    span.end = span.begin;
    return;
  }
  const auto first = [&](double guess, auto reached) {
    int x = static_cast<int>(std::clamp<double>(std::ceil(guess), span.begin, span.end));
    while (x > span.begin && reached(x - 1)) --x;
    while (x < span.end && !reached(x)) ++x;
    return x;
  };
  const bool up = slope > 0;
  const int begin = first(near, [&](int x) { return up ? at(x) >= low : at(x) < high; });
  const int end = first(far, [&](int x) { return up ? !(at(x) < high) : !(at(x) >= low); });
  span = {begin, std::max(begin, end)};
}

constexpr int kChunk = 128;

// The read positions of a chunk's pixels: the frame's element of the first tap, and the weights of the second taps.
template <int ND>
struct Chunk {
  int32_t offset[kChunk];
  float part[ND][kChunk];
};

template <int ND, bool Linear>
[[gnu::always_inline]] inline void locate_body(const WarpState& s, const float* slope, const float* row, int x, int n,
                                               Chunk<ND>& chunk) {
  int32_t step = s.channels;
  for (int d = 0; d < ND; step *= s.in[d++]) {
    const float a = slope[d], b = row[d];
    for (int i = 0; i < n; ++i) {
      // Positions are not negative here, so truncation equals floor.
      const float v = warp_position(a, b, x + i) - (Linear ? 0.5f : 0.0f);
      const int32_t at = static_cast<int32_t>(v);
      if (Linear) chunk.part[d][i] = v - static_cast<float>(at);
      chunk.offset[i] = (d ? chunk.offset[i] : 0) + at * step;
    }
  }
}

#if defined(__x86_64__)
// Without FMA, whose single rounding would change bytes.
template <int ND, bool Linear>
__attribute__((target("avx2"))) void locate_avx2(const WarpState& s, const float* slope, const float* row, int x, int n,
                                                 Chunk<ND>& chunk) {
  locate_body<ND, Linear>(s, slope, row, x, n, chunk);
}
#endif

template <int ND, bool Linear>
[[gnu::noinline]] void locate(const WarpState& s, const float* slope, const float* row, int x, int n,
                              Chunk<ND>& chunk) {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return locate_avx2<ND, Linear>(s, slope, row, x, n, chunk);
#endif
  locate_body<ND, Linear>(s, slope, row, x, n, chunk);
}

using Float4 [[gnu::vector_size(16)]] = float;
using Int4 [[gnu::vector_size(16)]] = int32_t;

template <class T>
[[gnu::always_inline]] inline Float4 load4(const T* p) {
  using Raw [[gnu::vector_size(4 * sizeof(T))]] = T;
  Raw raw;
  std::memcpy(&raw, p, sizeof raw);
  if constexpr (std::is_same_v<T, float>) {
    return raw;
  } else {
#if defined(__x86_64__)
    // Written out for each element size, because the compiler would convert short vectors element by element.
    if constexpr (sizeof(T) == 1) {
      const __m128i b = _mm_cvtsi32_si128(__builtin_bit_cast(int32_t, raw)), zero = _mm_setzero_si128();
      return _mm_cvtepi32_ps(_mm_unpacklo_epi16(_mm_unpacklo_epi8(b, zero), zero));
    } else if constexpr (sizeof(T) == 2) {
      const __m128i w = _mm_cvtsi64_si128(__builtin_bit_cast(int64_t, raw));
      return _mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(w, w), 16));
    }
#endif
    return __builtin_convertvector(__builtin_convertvector(raw, Int4), Float4);
  }
}

// Stores the first `count` lanes as Out; up to four may be written.
template <class In, class Out>
[[gnu::always_inline]] inline void store4(Float4 v, Out* out, int count) {
  if constexpr (std::is_same_v<Out, float>) {
    std::memcpy(out, &v, sizeof(float) * count);
  } else if constexpr (std::is_same_v<In, Out> && sizeof(Out) <= 2) {
    // Rounds as convert<Out>() does. No clamping is needed, because a weighted mean stays in the dtype's range.
    Int4 i = __builtin_convertvector(v, Int4);
    const Float4 rest = v - __builtin_convertvector(i, Float4);
    i = i - (rest >= 0.5f) + (rest <= -0.5f);
#if defined(__x86_64__)
    const __m128i words = _mm_packs_epi32(reinterpret_cast<__m128i>(i), reinterpret_cast<__m128i>(i));
    const int64_t packed = _mm_cvtsi128_si64(sizeof(Out) == 1 ? _mm_packus_epi16(words, words) : words);
    std::memcpy(out, &packed, sizeof(Out) * count);
#else
    using Raw [[gnu::vector_size(4 * sizeof(Out))]] = Out;
    const Raw raw = __builtin_convertvector(i, Raw);
    std::memcpy(out, &raw, sizeof(Out) * count);
#endif
  } else {
    for (int c = 0; c < count; ++c) out[c] = convert<Out>(v[c]);
  }
}

#if defined(__x86_64__)
// As blend() for 8-bit RGB, two pixels at a time: a register holds the four taps of both, one pixel in each half, and
// a shuffle takes the same tap of the two. Stops before the last pixels; returns where. Of a row of taps, two elements
// beyond the last one are also read, which lie inside the input because blend() needs one.
__attribute__((target("avx2"))) inline int blend_rgb_avx2(const uint8_t* in, int64_t pitch, const Chunk<2>& chunk,
                                                          int begin, int end, uint8_t* out) {
  // The bytes of a tap as whole numbers, and their way back.
  const __m256i first = _mm256_setr_epi8(0, -1, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1, -1, -1, -1, -1,  //
                                         0, -1, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1, -1, -1, -1, -1);
  const __m256i bytes = _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,  //
                                         0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  const __m256i right = _mm256_add_epi8(first, _mm256_set1_epi32(3)),
                below = _mm256_add_epi8(first, _mm256_set1_epi32(8)),
                across = _mm256_add_epi8(first, _mm256_set1_epi32(11));
  // Half of a number's last place less than a half: the sum is cut off where the value would be rounded to nearest,
  // halves up.
  const __m256 half = _mm256_set1_ps(0.49999997f), one = _mm256_set1_ps(1.0f);
  int i = begin;
  for (; i + 2 < end; i += 2, out += 6) {
    const uint8_t *a = in + chunk.offset[i], *b = in + chunk.offset[i + 1];
    const __m128 left_taps = _mm_loadh_pi(_mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(a))),
                                          reinterpret_cast<const __m64*>(a + pitch));
    const __m128 right_taps = _mm_loadh_pi(_mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(b))),
                                           reinterpret_cast<const __m64*>(b + pitch));
    const __m256i taps = _mm256_castps_si256(_mm256_set_m128(right_taps, left_taps));
    const __m256 x = _mm256_set_m128(_mm_broadcast_ss(chunk.part[0] + i + 1), _mm_broadcast_ss(chunk.part[0] + i));
    const __m256 y = _mm256_set_m128(_mm_broadcast_ss(chunk.part[1] + i + 1), _mm_broadcast_ss(chunk.part[1] + i));
    const __m256 v00 = _mm256_cvtepi32_ps(_mm256_shuffle_epi8(taps, first));
    const __m256 v01 = _mm256_cvtepi32_ps(_mm256_shuffle_epi8(taps, right));
    const __m256 v10 = _mm256_cvtepi32_ps(_mm256_shuffle_epi8(taps, below));
    const __m256 v11 = _mm256_cvtepi32_ps(_mm256_shuffle_epi8(taps, across));
    // warp_bilinear().
    const __m256 rest = one - x, top = v00 * rest + v01 * x, bottom = v10 * rest + v11 * x;
    const __m256i whole = _mm256_cvttps_epi32(top + (bottom - top) * y + half);
    const __m256i packed = _mm256_shuffle_epi8(whole, bytes);
    const int32_t to_a = _mm256_extract_epi32(packed, 0), to_b = _mm256_extract_epi32(packed, 4);
    std::memcpy(out, &to_a, sizeof to_a);
    std::memcpy(out + 3, &to_b, sizeof to_b);
  }
  return i;
}
#endif

// Computes the pixels [begin, end) of a chunk, of C channels (0: any number), whose taps all lie inside the input. With
// 3 channels, one element beyond the last tap is also read.
template <int ND, int C, class State, class In, class Out>
[[gnu::always_inline]] inline void blend(const State& s, const In* in, const Chunk<ND>& chunk, int begin, int end,
                                         Out* out) {
  const int channels = C ? C : s.channels;
  const int64_t pitch = static_cast<int64_t>(channels) * s.in[0], slice = pitch * s.in[1];
  int i = begin;
#if defined(__x86_64__)
  if constexpr (ND == 2 && C == 3 && std::is_same_v<In, uint8_t> && std::is_same_v<Out, uint8_t>) {
    if (simd_level() >= SimdLevel::avx2) i = blend_rgb_avx2(in, pitch, chunk, begin, end, out);
    out += static_cast<int64_t>(i - begin) * channels;
  }
#endif
  for (; i < end; ++i, out += channels) {
    const In* p = in + chunk.offset[i];
    const float x = chunk.part[0][i], y = chunk.part[1][i];
    const auto mixed = [&](auto load) {
      const auto plane = [&](const In* q) {
        return warp_bilinear(load(q), load(q + channels), load(q + pitch), load(q + pitch + channels), x, y);
      };
      auto v = plane(p);
      if constexpr (ND == 3) v = warp_along(v, plane(p + slice), chunk.part[2][i]);
      return v;
    };
    if constexpr (C == 3 || C == 4) {
      const Float4 v = mixed([](const In* q) { return load4(q); });
      // The fourth lane overwrites a part of the next pixel, which is stored afterwards.
      if (C == 4 || i + 1 < end) {
        store4<In>(v, out, 4);
      } else {
        store4<In>(v, out, 3);
      }
    } else {
      for (int c = 0; c < channels; ++c) {
        out[c] = convert<Out>(mixed([c](const In* q) { return static_cast<float>(q[c]); }));
      }
    }
  }
}

template <int C, class State, class In, class Out>
[[gnu::always_inline]] inline void pick(const State& s, const In* in, const int32_t* offset, int n, Out* out) {
  const int channels = C ? C : s.channels;
  for (int i = 0; i < n; ++i, out += channels) {
    const In* p = in + offset[i];
    for (int c = 0; c < channels; ++c) out[c] = convert<Out>(p[c]);
  }
}

template <int ND, int C, bool Linear, class In, class Out>
[[gnu::always_inline]] inline void inner_body(const WarpState& s, const float* slope, const float* row, const In* in,
                                              int x, int end, Out* out) {
  Chunk<ND> chunk;
  for (int n; x < end; x += n, out += static_cast<int64_t>(n) * s.channels) {
    n = std::min(kChunk, end - x);
    locate<ND, Linear>(s, slope, row, x, n, chunk);
    if constexpr (Linear) {
      blend<ND, C>(s, in, chunk, 0, n, out);
    } else {
      pick<C>(s, in, chunk.offset, n, out);
    }
  }
}

#if defined(__x86_64__)
template <int ND, int C, bool Linear, class In, class Out>
__attribute__((target("avx2"))) void inner_avx2(const WarpState& s, const float* slope, const float* row, const In* in,
                                                int x, int end, Out* out) {
  inner_body<ND, C, Linear>(s, slope, row, in, x, end, out);
}
#endif

template <int ND, int C, bool Linear, class In, class Out>
void inner(const WarpState& s, const float* slope, const float* row, const In* in, int x, int end, Out* out) {
#if defined(__x86_64__)
  // The others are as fast in the code for every x86-64, since taps are read and blended four elements at a time. Each
  // loop takes long to compile.
  if constexpr (Linear && (C == 1 || std::is_same_v<In, float>)) {
    if (simd_level() >= SimdLevel::avx2) return inner_avx2<ND, C, Linear>(s, slope, row, in, x, end, out);
  }
#endif
  inner_body<ND, C, Linear>(s, slope, row, in, x, end, out);
}

}  // namespace
}  // namespace penstock::ops
