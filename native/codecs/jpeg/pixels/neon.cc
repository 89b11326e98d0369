// The level of every arm64 CPU: one block in a register. Where sums overflow it does what libjpeg-turbo's NEON code
// does: the first pass of the transform wraps, so columns of one coefficient need no way of their own.
#if defined(__aarch64__)
#include <arm_neon.h>

#define JPEG_LEVEL
#define JPEG_OPERATION __attribute__((always_inline)) static inline
#include "codecs/jpeg/pixels/arithmetic.h"

namespace penstock::codecs {
namespace {

struct Neon {
  using Words = int16x8_t;
  struct Sums {
    int32x4_t low, high;
  };
  struct Pairs {
    Words a, b;
  };
  static constexpr int kBlocks = 1;

  JPEG_OPERATION Words load(const void* p) { return vreinterpretq_s16_u8(vld1q_u8(static_cast<const uint8_t*>(p))); }
  JPEG_OPERATION void store(void* p, Words v) { vst1q_u8(static_cast<uint8_t*>(p), bytes(v)); }
  JPEG_OPERATION Words zero() { return vdupq_n_s16(0); }
  JPEG_OPERATION Words splat16(int v) { return vdupq_n_s16(static_cast<int16_t>(v)); }
  JPEG_OPERATION Words either(Words a, Words b) { return vorrq_s16(a, b); }
  JPEG_OPERATION Words both(Words a, Words b) { return vandq_s16(a, b); }
  JPEG_OPERATION bool none(Words v) { return vmaxvq_u32(vreinterpretq_u32_s16(v)) == 0; }
  JPEG_OPERATION bool beyond(Words) { return false; }

  JPEG_OPERATION Words add(Words a, Words b) { return vaddq_s16(a, b); }
  JPEG_OPERATION Words subtract(Words a, Words b) { return vsubq_s16(a, b); }
  JPEG_OPERATION Words add_saturated(Words a, int b) { return vqaddq_s16(a, splat16(b)); }
  JPEG_OPERATION Words multiply(Words a, Words b) { return vmulq_s16(a, b); }
  // (v * factor + 2^15) >> 16 for v in [-128, 127]. Half the factor, rounded, gives the same for those of Colors.
  template <int kFactor>
  JPEG_OPERATION Words times(Words v) {
    return vqrdmulhq_n_s16(v, (kFactor + (kFactor > 0)) / 2);
  }
  template <int kBy>
  JPEG_OPERATION Words shifted_left(Words v) {
    return vshlq_n_s16(v, kBy);
  }
  template <int kBy>
  JPEG_OPERATION Words shifted_right(Words v) {
    return vshrq_n_s16(v, kBy);
  }

  JPEG_OPERATION Pairs pairs(Words a, Words b) { return {a, b}; }
  JPEG_OPERATION Sums products(Pairs p, int a, int b) { return add(scaled(p.a, a), p.b, b); }
  JPEG_OPERATION Sums add(Sums s, Pairs p, int a, int b) { return add(add(s, p.a, a), p.b, b); }
  JPEG_OPERATION Sums splat(int v) { return {vdupq_n_s32(v), vdupq_n_s32(v)}; }
  JPEG_OPERATION Sums add(Sums a, Sums b) { return {vaddq_s32(a.low, b.low), vaddq_s32(a.high, b.high)}; }
  JPEG_OPERATION Sums subtract(Sums a, Sums b) { return {vsubq_s32(a.low, b.low), vsubq_s32(a.high, b.high)}; }
  template <int kShift>
  JPEG_OPERATION Words narrow(Sums s) {
    // An instruction shifts by 16 bits at most; only the first pass, whose shift is 11, can have more than 16 bits
    // left.
    constexpr int kFirst = kShift < 16 ? kShift : 16;
    const Words v = vshrn_high_n_s32(vshrn_n_s32(s.low, kFirst), s.high, kFirst);
    if constexpr (kShift > kFirst) return shifted_right<kShift - kFirst>(v);
    return v;
  }

  JPEG_OPERATION Words low8(Words a, Words b) { return words(vzip1q_u8(bytes(a), bytes(b))); }
  JPEG_OPERATION Words high8(Words a, Words b) { return words(vzip2q_u8(bytes(a), bytes(b))); }
  JPEG_OPERATION Words low16(Words a, Words b) { return vzip1q_s16(a, b); }
  JPEG_OPERATION Words high16(Words a, Words b) { return vzip2q_s16(a, b); }
  JPEG_OPERATION Words low32(Words a, Words b) {
    return vreinterpretq_s16_s32(vzip1q_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)));
  }
  JPEG_OPERATION Words high32(Words a, Words b) {
    return vreinterpretq_s16_s32(vzip2q_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)));
  }
  JPEG_OPERATION Words low64(Words a, Words b) { return vcombine_s16(vget_low_s16(a), vget_low_s16(b)); }
  JPEG_OPERATION Words high64(Words a, Words b) { return vcombine_s16(vget_high_s16(a), vget_high_s16(b)); }
  // The block's first word in all places.
  JPEG_OPERATION Words splat_first(Words v) { return vdupq_laneq_s16(v, 0); }

  JPEG_OPERATION Words pack(Words a, Words b) { return vreinterpretq_s16_s8(vqmovn_high_s16(vqmovn_s16(a), b)); }
  JPEG_OPERATION Words pack_unsigned(Words a, Words b) { return words(vqmovun_high_s16(vqmovun_s16(a), b)); }
  // Bytes from -128 on become bytes from 0 on.
  JPEG_OPERATION Words flip(Words v) { return words(veorq_u8(bytes(v), vdupq_n_u8(128))); }
  // Two rows of eight bytes.
  JPEG_OPERATION void store_rows(Words v, uint8_t* out, ptrdiff_t pitch) {
    vst1_u8(out, vget_low_u8(bytes(v)));
    vst1_u8(out + pitch, vget_high_u8(bytes(v)));
  }

  JPEG_OPERATION Words widen(const uint8_t* p) { return vreinterpretq_s16_u16(vmovl_u8(vld1_u8(p))); }
  // Bytes of a and of b in turns.
  JPEG_OPERATION void store_pairs(uint8_t* p, Words a, Words b) { store(p, vsliq_n_s16(a, b, 8)); }
  JPEG_OPERATION void store_narrow(uint8_t* p, Words v) { vst1_u8(p, vqmovun_s16(v)); }
  JPEG_OPERATION void join(Words a, Words b, Words c, uint8_t* out) {
    const uint8x16x3_t planes = {{bytes(a), bytes(b), bytes(c)}};
    vst3q_u8(out, planes);
  }

 private:
  JPEG_OPERATION uint8x16_t bytes(Words v) { return vreinterpretq_u8_s16(v); }
  JPEG_OPERATION Words words(uint8x16_t v) { return vreinterpretq_s16_u8(v); }
  JPEG_OPERATION Sums scaled(Words v, int factor) {
    const auto f = static_cast<int16_t>(factor);
    return {vmull_n_s16(vget_low_s16(v), f), vmull_high_n_s16(v, f)};
  }
  JPEG_OPERATION Sums add(Sums s, Words v, int factor) {
    // Factors are constants, and some of them 0.
    if (!factor) return s;
    const auto f = static_cast<int16_t>(factor);
    return {vmlal_n_s16(s.low, vget_low_s16(v), f), vmlal_high_n_s16(s.high, v, f)};
  }
};

constexpr PixelKernels kNeon = kernels_of<Neon>(SimdLevel::neon);

}  // namespace

const PixelKernels& pixel_kernels(SimdLevel) { return kNeon; }

}  // namespace penstock::codecs
#endif
