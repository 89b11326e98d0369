// The plain loops, used by the baseline level, and by the other levels for tails and rare cases.
#pragma once
#include <algorithm>
#include <cstring>

#include "kernels/resample/kernels.h"

namespace penstock::resample {

inline int16_t saturate_i16(int32_t v) { return static_cast<int16_t>(std::clamp(v, -32768, 32767)); }
inline uint8_t saturate_u8(int32_t v) { return static_cast<uint8_t>(std::clamp(v, 0, 255)); }
inline int32_t half_of(int shift) { return 1 << (shift - 1); }

template <class Out>
inline Out saturate(int32_t v) {
  if constexpr (sizeof(Out) == 2) {
    return saturate_i16(v);
  } else {
    return saturate_u8(v);
  }
}

template <class In, class Out>
inline void vertical_scalar(const In* const* rows, const int16_t* coef, int taps, int begin, int end, int shift,
                            Out* out) {
  // Strips keep the sums in registers or L1 while the compiler vectorises over x.
  constexpr int kStrip = 64;
  for (int x0 = begin; x0 < end; x0 += kStrip) {
    const int n = std::min(kStrip, end - x0);
    int32_t sum[kStrip];
    for (int i = 0; i < n; ++i) sum[i] = half_of(shift);
    for (int k = 0; k < taps; ++k) {
      const In* row = rows[k] + x0;
      const int16_t c = coef[k];
      for (int i = 0; i < n; ++i) sum[i] += c * static_cast<int16_t>(row[i]);  // a 16 x 16 bit product, which SSE2 has
    }
    for (int i = 0; i < n; ++i) out[x0 + i] = saturate<Out>(sum[i] >> shift);
  }
}

template <int kTaps, class Out>
inline void horizontal_taps(const HTaps& t, const int16_t* in, int shift, Out* out) {
  const int taps = kTaps ? kTaps : t.taps;
  for (int i = 0; i < t.out; ++i) {
    const int16_t* p = in + t.index[i];
    const int16_t* c = t.coef + static_cast<ptrdiff_t>(i) * t.stride;
    int32_t sum = half_of(shift);
    for (int k = 0; k < taps; ++k) sum += p[k] * c[k];
    out[i] = saturate<Out>(sum >> shift);
  }
}

template <class Out>
inline void horizontal_scalar(const HTaps& t, const int16_t* in, int shift, Out* out) {
  if (t.taps <= 2) return horizontal_taps<2>(t, in, shift, out);  // weights are padded with zeros to 8
  if (t.taps == 3) return horizontal_taps<3>(t, in, shift, out);
  if (t.taps == 4) return horizontal_taps<4>(t, in, shift, out);
  if (t.taps <= 8) return horizontal_taps<8>(t, in, shift, out);
  horizontal_taps<0>(t, in, shift, out);
}

template <class T>
inline void split_scalar(const T* in, int begin, int end, int channels, int16_t* out, ptrdiff_t stride) {
  for (int c = 0; c < channels; ++c) {
    int16_t* o = out + c * stride;
    for (int x = begin; x < end; ++x) o[x] = in[static_cast<ptrdiff_t>(x) * channels + c];
  }
}

inline void join_scalar(const uint8_t* in, ptrdiff_t stride, int begin, int end, int channels, uint8_t* out) {
  for (int c = 0; c < channels; ++c) {
    const uint8_t* p = in + c * stride;
    for (int x = begin; x < end; ++x) out[static_cast<ptrdiff_t>(x) * channels + c] = p[x];
  }
}

}  // namespace penstock::resample
