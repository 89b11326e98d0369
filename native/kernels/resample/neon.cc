// The NEON level, which every arm64 CPU has. Integer sums are exact, so their order does not change the bytes.
#if defined(__aarch64__)
#include <arm_neon.h>

#include "kernels/resample/scalar.h"

namespace penstock::resample {
namespace {

inline int16x8_t load_8(const uint8_t* p) { return vreinterpretq_s16_u16(vmovl_u8(vld1_u8(p))); }
inline int16x8_t load_8(const int16_t* p) { return vld1q_s16(p); }

// Saturates eight sums that are shifted already.
inline void store_8(int16_t* out, int32x4_t low, int32x4_t high) {
  vst1q_s16(out, vcombine_s16(vqmovn_s32(low), vqmovn_s32(high)));
}
inline void store_8(uint8_t* out, int32x4_t low, int32x4_t high) {
  vst1_u8(out, vqmovun_s16(vcombine_s16(vqmovn_s32(low), vqmovn_s32(high))));
}

template <class In, class Out>
void vertical(const In* const* rows, const int16_t* coef, int taps, int n, int shift, Out* out) {
  const int32x4_t half = vdupq_n_s32(half_of(shift)), right = vdupq_n_s32(-shift);
  int x = 0;
  for (; x + 16 <= n; x += 16) {
    int32x4_t sum[4] = {half, half, half, half};
    for (int k = 0; k < taps; ++k) {
      const int16x8_t a = load_8(rows[k] + x), b = load_8(rows[k] + x + 8);
      sum[0] = vmlal_n_s16(sum[0], vget_low_s16(a), coef[k]);
      sum[1] = vmlal_n_s16(sum[1], vget_high_s16(a), coef[k]);
      sum[2] = vmlal_n_s16(sum[2], vget_low_s16(b), coef[k]);
      sum[3] = vmlal_n_s16(sum[3], vget_high_s16(b), coef[k]);
    }
    for (int32x4_t& s : sum) s = vshlq_s32(s, right);
    store_8(out + x, sum[0], sum[1]);
    store_8(out + x + 8, sum[2], sum[3]);
  }
  vertical_scalar(rows, coef, taps, x, n, shift, out);
}

// The products of one result, in four sums. Coefficients after the last tap are zero.
inline int32x4_t products(const int16_t* p, const int16_t* c, int stride, bool four) {
  if (four) return vmull_s16(vld1_s16(p), vld1_s16(c));
  int32x4_t sum = vdupq_n_s32(0);
  for (int k = 0; k < stride; k += 8) {
    const int16x8_t a = vld1q_s16(p + k), b = vld1q_s16(c + k);
    sum = vmlal_high_s16(vmlal_s16(sum, vget_low_s16(a), vget_low_s16(b)), a, b);
  }
  return sum;
}

inline void store_4(int16_t* out, int32x4_t v) { vst1_s16(out, vqmovn_s32(v)); }
inline void store_4(uint8_t* out, int32x4_t v) {
  const int16x4_t narrow = vqmovn_s32(v);
  const uint32x2_t bytes = vreinterpret_u32_u8(vqmovun_s16(vcombine_s16(narrow, narrow)));
  const uint32_t word = vget_lane_u32(bytes, 0);
  std::memcpy(out, &word, sizeof word);
}

template <class Out>
void horizontal(const HTaps& t, const int16_t* in, ptrdiff_t in_stride, int channels, int shift, Out* out,
                ptrdiff_t out_stride) {
  const int32x4_t half = vdupq_n_s32(half_of(shift)), right = vdupq_n_s32(-shift);
  const bool four = t.taps <= 4;
  for (int c = 0; c < channels; ++c, in += in_stride, out += out_stride) {
    const auto of = [&](int i) {
      return products(in + t.index[i], t.coef + static_cast<ptrdiff_t>(i) * t.stride, t.stride, four);
    };
    int i = 0;
    for (; i + 4 <= t.out; i += 4) {
      const int32x4_t sums = vpaddq_s32(vpaddq_s32(of(i), of(i + 1)), vpaddq_s32(of(i + 2), of(i + 3)));
      store_4(out + i, vshlq_s32(vaddq_s32(sums, half), right));
    }
    for (; i < t.out; ++i) out[i] = saturate<Out>((vaddvq_s32(of(i)) + half_of(shift)) >> shift);
  }
}

inline void widen(const uint8x16_t v, int16_t* out) {
  vst1q_s16(out, vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(v))));
  vst1q_s16(out + 8, vreinterpretq_s16_u16(vmovl_high_u8(v)));
}

void split_u8(const uint8_t* in, int width, int channels, int16_t* out, ptrdiff_t stride) {
  int x = 0;
  if (channels == 1) {
    for (; x + 16 <= width; x += 16) widen(vld1q_u8(in + x), out + x);
  } else if (channels == 3) {
    for (; x + 16 <= width; x += 16) {
      const uint8x16x3_t px = vld3q_u8(in + 3 * x);
      for (int c = 0; c < 3; ++c) widen(px.val[c], out + c * stride + x);
    }
  } else if (channels == 4) {
    for (; x + 16 <= width; x += 16) {
      const uint8x16x4_t px = vld4q_u8(in + 4 * x);
      for (int c = 0; c < 4; ++c) widen(px.val[c], out + c * stride + x);
    }
  }
  split_scalar(in, x, width, channels, out, stride);
}

void split_i16(const int16_t* in, int width, int channels, int16_t* out, ptrdiff_t stride) {
  int x = 0;
  if (channels == 3) {
    for (; x + 8 <= width; x += 8) {
      const int16x8x3_t px = vld3q_s16(in + 3 * x);
      for (int c = 0; c < 3; ++c) vst1q_s16(out + c * stride + x, px.val[c]);
    }
  }
  split_scalar(in, x, width, channels, out, stride);
}

void join_u8(const uint8_t* in, ptrdiff_t stride, int width, int channels, uint8_t* out) {
  int x = 0;
  if (channels == 3) {
    for (; x + 16 <= width; x += 16) {
      const uint8x16x3_t px = {{vld1q_u8(in + x), vld1q_u8(in + stride + x), vld1q_u8(in + 2 * stride + x)}};
      vst3q_u8(out + 3 * x, px);
    }
  }
  join_scalar(in, stride, x, width, channels, out);
}

void pack(HTaps& t, int32_t*, int16_t*) { t.form = HTaps::dot; }

}  // namespace

const Kernels kNeon = {SimdLevel::neon,
                       vertical<uint8_t, int16_t>,
                       vertical<int16_t, uint8_t>,
                       horizontal<int16_t>,
                       horizontal<uint8_t>,
                       split_u8,
                       split_i16,
                       join_u8,
                       pack};

}  // namespace penstock::resample
#endif
