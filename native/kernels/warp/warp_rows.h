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
[[gnu::always_inline]] inline void locate(const WarpState& s, const float* slope, const float* row, int x, int n,
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

// Computes the pixels [begin, end) of a chunk, of C channels (0: any number), whose taps all lie inside the input. With
// 3 channels, one element beyond the last tap is also read.
template <int ND, int C, class State, class In, class Out>
[[gnu::always_inline]] inline void blend(const State& s, const In* in, const Chunk<ND>& chunk, int begin, int end,
                                         Out* out) {
  const int channels = C ? C : s.channels;
  const int64_t pitch = static_cast<int64_t>(channels) * s.in[0], slice = pitch * s.in[1];
  for (int i = begin; i < end; ++i, out += channels) {
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
// Without FMA, whose single rounding would change bytes.
template <int ND, int C, bool Linear, class In, class Out>
__attribute__((target("avx2"))) void inner_avx2(const WarpState& s, const float* slope, const float* row, const In* in,
                                                int x, int end, Out* out) {
  inner_body<ND, C, Linear>(s, slope, row, in, x, end, out);
}
#endif

template <int ND, int C, bool Linear, class In, class Out>
void inner(const WarpState& s, const float* slope, const float* row, const In* in, int x, int end, Out* out) {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return inner_avx2<ND, C, Linear>(s, slope, row, in, x, end, out);
#endif
  inner_body<ND, C, Linear>(s, slope, row, in, x, end, out);
}

}  // namespace
}  // namespace penstock::ops
