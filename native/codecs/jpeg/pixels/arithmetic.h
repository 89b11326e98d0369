// The arithmetic of pixels.h for registers of any width: R is a level's set of operations. All are exact integers, and
// where they can overflow, which no image of 8 bits makes them do, they do what libjpeg-turbo's vector code does: sums
// of samples wrap in 16 bits, results saturate to 16 and then to 8 bits. The includer defines JPEG_LEVEL, the attribute
// that lets a function use the level's instructions.
//
// A register of words (16 bits) holds 8 words of each of R::kBlocks blocks, one block in each 128 bits.
#pragma once
#include <cstring>

#include "codecs/jpeg/pixels/kernels.h"

namespace penstock::codecs {

// The places of a row that are not among a block's first four, and those that are not its first.
template <int kRow>
struct PlaceMasks {
  alignas(64) int16_t right[kRow], others[kRow];
  constexpr PlaceMasks() : right(), others() {
    for (int i = 0; i < kRow; ++i) {
      right[i] = static_cast<int16_t>(i % 8 < 4 ? 0 : -1);
      others[i] = static_cast<int16_t>(i % 8 < 1 ? 0 : -1);
    }
  }
};

// Loeffler, Ligtenberg and Moschytz, "Practical fast 1-D DCT algorithms with 11 multiplications" (1989). Factors times
// 2^13, as in libjpeg.
template <class R>
class Transform {
  using Words = typename R::Words;
  using Sums = typename R::Sums;

 public:
  JPEG_LEVEL static void run(int16_t* at, const int16_t* quant, int count, uint8_t* out, ptrdiff_t pitch) {
    const Words right = R::load(kMasks.right), others = R::load(kMasks.others);
    for (; count > 0; --count, at += kGroup, out += 8 * R::kBlocks) {
      Words a[8];
      for (int i = 0; i < 8; ++i) a[i] = R::load(at + i * kRow);
      const Words upper = R::either(R::either(a[1], a[2]), a[3]);
      const Words lower = R::either(R::either(a[4], a[5]), R::either(a[6], a[7]));
      a[0] = R::multiply(a[0], R::load(quant));
      if (__builtin_expect(R::beyond(a[0]), 0)) a[0] = wrapped(a[0], at);
      if (R::none(R::either(lower, R::both(R::either(upper, R::load(at)), right)))) {
        if (R::none(R::either(upper, R::both(R::load(at), others)))) {
          flat(a[0], out, pitch);
        } else {
          for (int i = 1; i < 4; ++i) a[i] = R::multiply(a[i], R::load(quant + i * kRow));
          short_pass<11>(a);
          transpose_left(a);
          short_pass<18>(a);
          write(a, out, pitch);
        }
      } else {
        for (int i = 1; i < 8; ++i) a[i] = R::multiply(a[i], R::load(quant + i * kRow));
        pass<11>(a);
        transpose(a);
        pass<18>(a);
        write(a, out, pitch);
      }
      for (int i = 0; i < 8; ++i) R::store(at + i * kRow, R::zero());
    }
  }

 private:
  static constexpr int kRow = 8 * R::kBlocks, kGroup = 8 * kRow;
  static constexpr PlaceMasks<kRow> kMasks{};

  // One pass: along columns with a shift of 11, then along rows, which are columns by then, with one of 18.
  template <int kShift>
  JPEG_LEVEL static inline void pass(Words* a) {
    const auto p26 = R::pairs(a[2], a[6]);
    const Sums e3 = R::products(p26, 4433 + 6270, 4433), e2 = R::products(p26, 4433, 4433 - 15137);
    const auto p04 = R::pairs(R::add(a[0], a[4]), R::subtract(a[0], a[4]));
    const Sums half = R::splat(1 << (kShift - 1)), e0 = R::add(half, p04, 8192, 0), e1 = R::add(half, p04, 0, 8192);
    const auto pz = R::pairs(R::add(a[7], a[3]), R::add(a[5], a[1]));
    const Sums z3 = R::products(pz, 9633 - 16069, 9633), z4 = R::products(pz, 9633, 9633 - 3196);
    const auto p71 = R::pairs(a[7], a[1]), p53 = R::pairs(a[5], a[3]);
    const Sums o0 = R::add(z3, p71, 2446 - 7373, -7373), o1 = R::add(z4, p53, 16819 - 20995, -20995);
    const Sums o2 = R::add(z3, p53, -20995, 25172 - 20995), o3 = R::add(z4, p71, -7373, 12299 - 7373);
    finish<kShift>(a, R::add(e0, e3), R::add(e1, e2), R::subtract(e1, e2), R::subtract(e0, e3), o0, o1, o2, o3);
  }

  // The same for a[4] to a[7] that are zero.
  template <int kShift>
  JPEG_LEVEL static inline void short_pass(Words* a) {
    const auto p02 = R::pairs(a[0], a[2]), p13 = R::pairs(a[1], a[3]);
    const Sums half = R::splat(1 << (kShift - 1));
    const Sums t0 = R::add(half, p02, 8192, 4433 + 6270), t3 = R::add(half, p02, 8192, -4433 - 6270);
    const Sums t1 = R::add(half, p02, 8192, 4433), t2 = R::add(half, p02, 8192, -4433);
    finish<kShift>(a, t0, t1, t2, t3, R::products(p13, 9633 - 7373, 9633 - 16069),
                   R::products(p13, 9633 - 3196, 9633 - 20995), R::products(p13, 9633, 25172 - 20995 + 9633 - 16069),
                   R::products(p13, 12299 - 7373 + 9633 - 3196, 9633));
  }

  template <int kShift>
  JPEG_LEVEL static inline void finish(Words* a, Sums t0, Sums t1, Sums t2, Sums t3, Sums o0, Sums o1, Sums o2,
                                       Sums o3) {
    a[0] = R::template narrow<kShift>(R::add(t0, o3));
    a[7] = R::template narrow<kShift>(R::subtract(t0, o3));
    a[1] = R::template narrow<kShift>(R::add(t1, o2));
    a[6] = R::template narrow<kShift>(R::subtract(t1, o2));
    a[2] = R::template narrow<kShift>(R::add(t2, o1));
    a[5] = R::template narrow<kShift>(R::subtract(t2, o1));
    a[3] = R::template narrow<kShift>(R::add(t3, o0));
    a[4] = R::template narrow<kShift>(R::subtract(t3, o0));
  }

  // Blocks of one coefficient: all of a block's pixels are the same.
  JPEG_LEVEL static inline void flat(Words dc, uint8_t* out, ptrdiff_t pitch) {
    const Words v = R::template shifted_right<5>(R::add_saturated(R::template shifted_left<2>(R::splat_first(dc)), 16));
    const Words rows = R::flip(R::pack(v, v));
    for (int i = 0; i < 4; ++i) R::store_rows(rows, out + 2 * i * pitch, pitch);
  }

  // libjpeg-turbo takes a shorter way through columns of one coefficient, which wraps where the usual one saturates.
  JPEG_LEVEL __attribute__((noinline)) static Words wrapped(Words first_row, const int16_t* at) {
    alignas(64) int16_t row[kRow];
    R::store(row, first_row);
    for (int b = 0; b < R::kBlocks; ++b) {
      int others = 0;
      for (int i = 1; i < 8; ++i) {
        for (int x = 0; x < 8; ++x) others |= at[i * kRow + b * 8 + x];
      }
      for (int x = b * 8; !others && x < b * 8 + 8; ++x) {
        row[x] = static_cast<int16_t>(static_cast<int16_t>(static_cast<uint16_t>(row[x]) << 2) >> 2);
      }
    }
    return R::load(row);
  }

  // Rows and columns of each block change places.
  JPEG_LEVEL static inline void transpose(Words* a) {
    const Words b0 = R::low16(a[0], a[1]), b1 = R::high16(a[0], a[1]), b2 = R::low16(a[2], a[3]),
                b3 = R::high16(a[2], a[3]), b4 = R::low16(a[4], a[5]), b5 = R::high16(a[4], a[5]),
                b6 = R::low16(a[6], a[7]), b7 = R::high16(a[6], a[7]);
    const Words c0 = R::low32(b0, b2), c1 = R::high32(b0, b2), c2 = R::low32(b4, b6), c3 = R::high32(b4, b6),
                c4 = R::low32(b1, b3), c5 = R::high32(b1, b3), c6 = R::low32(b5, b7), c7 = R::high32(b5, b7);
    a[0] = R::low64(c0, c2), a[1] = R::high64(c0, c2), a[2] = R::low64(c1, c3), a[3] = R::high64(c1, c3);
    a[4] = R::low64(c4, c6), a[5] = R::high64(c4, c6), a[6] = R::low64(c5, c7), a[7] = R::high64(c5, c7);
  }

  // The same where columns 4 to 7 are zero; a[4] to a[7] are left as they are.
  JPEG_LEVEL static inline void transpose_left(Words* a) {
    const Words b0 = R::low16(a[0], a[1]), b2 = R::low16(a[2], a[3]), b4 = R::low16(a[4], a[5]),
                b6 = R::low16(a[6], a[7]);
    const Words c0 = R::low32(b0, b2), c1 = R::high32(b0, b2), c2 = R::low32(b4, b6), c3 = R::high32(b4, b6);
    a[0] = R::low64(c0, c2), a[1] = R::high64(c0, c2), a[2] = R::low64(c1, c3), a[3] = R::high64(c1, c3);
  }

  // a[i] is column i of the pixels.
  JPEG_LEVEL static inline void write(const Words* a, uint8_t* out, ptrdiff_t pitch) {
    const Words b04 = R::pack(a[0], a[4]), b15 = R::pack(a[1], a[5]), b26 = R::pack(a[2], a[6]),
                b37 = R::pack(a[3], a[7]);
    const Words c01 = R::low8(b04, b15), c45 = R::high8(b04, b15), c23 = R::low8(b26, b37), c67 = R::high8(b26, b37);
    const Words top_left = R::low16(c01, c23), bottom_left = R::high16(c01, c23);
    const Words top_right = R::low16(c45, c67), bottom_right = R::high16(c45, c67);
    R::store_rows(R::flip(R::low32(top_left, top_right)), out, pitch);
    R::store_rows(R::flip(R::high32(top_left, top_right)), out + 2 * pitch, pitch);
    R::store_rows(R::flip(R::low32(bottom_left, bottom_right)), out + 4 * pitch, pitch);
    R::store_rows(R::flip(R::high32(bottom_left, bottom_right)), out + 6 * pitch, pitch);
  }
};

// Registers of words that hold neighbours in order, 8 R::kBlocks of them.
template <class R>
struct Upsampling {
  using Words = typename R::Words;
  static constexpr int kStep = 8 * R::kBlocks;

  JPEG_LEVEL static void repeat(const uint8_t* in, int n, uint8_t* out) {
    for (int x = 0; x < n; x += kStep) {
      const Words v = R::widen(in + x);
      R::store_pairs(out + 2 * x, v, v);
    }
  }

  // Of two results of a sample the left one is rounded down in a tie, the right one up.
  JPEG_LEVEL static void triangle(const uint8_t* in, int n, uint8_t* out) {
    const Words one = R::splat16(1), two = R::splat16(2);
    for (int x = 0; x < n; x += kStep) {
      const Words v = thrice(R::widen(in + x));
      const Words left = R::add(R::add(v, R::widen(in + x - 1)), one);
      const Words right = R::add(R::add(v, R::widen(in + x + 1)), two);
      R::store_pairs(out + 2 * x, R::template shifted_right<2>(left), R::template shifted_right<2>(right));
    }
  }

  JPEG_LEVEL static void triangle_both(const uint8_t* near, const uint8_t* far, int n, int16_t* space, uint8_t* out) {
    for (int x = 0; x < n + 2; x += kStep) {
      R::store(space + x, R::add(thrice(R::widen(near + x - 1)), R::widen(far + x - 1)));
    }
    const Words eight = R::splat16(8), seven = R::splat16(7);
    for (int x = 0; x < n; x += kStep) {
      const Words v = thrice(R::load(space + x + 1));
      const Words left = R::add(R::add(v, R::load(space + x)), eight);
      const Words right = R::add(R::add(v, R::load(space + x + 2)), seven);
      R::store_pairs(out + 2 * x, R::template shifted_right<4>(left), R::template shifted_right<4>(right));
    }
  }

  JPEG_LEVEL static void triangle_rows(const uint8_t* near, const uint8_t* far, bool below, int n, uint8_t* out) {
    const Words bias = R::splat16(below ? 2 : 1);
    for (int x = 0; x < n; x += kStep) {
      const Words sum = R::add(R::add(thrice(R::widen(near + x)), R::widen(far + x)), bias);
      R::store_narrow(out + x, R::template shifted_right<2>(sum));
    }
  }

 private:
  JPEG_LEVEL static inline Words thrice(Words v) { return R::add(R::add(v, v), v); }
};

// ITU-T T.871, as libjpeg rounds it: to 16 bits behind the point, red and blue each, green once for both its parts.
template <class R>
class Colors {
  using Words = typename R::Words;
  static constexpr int kStep = 16 * R::kBlocks;  // pixels

 public:
  JPEG_LEVEL static void rgb(const uint8_t* const* ycbcr, int n, bool bgr, uint8_t* out) {
    const uint8_t *y = ycbcr[0], *cb = ycbcr[1], *cr = ycbcr[2];
    int x = 0;
    for (; x + kStep <= n; x += kStep) convert(y + x, cb + x, cr + x, bgr, out + 3 * x);
    if (x == n) return;
    uint8_t rest[3 * kStep];
    convert(y + x, cb + x, cr + x, bgr, rest);
    std::memcpy(out + 3 * x, rest, 3 * static_cast<size_t>(n - x));
  }

  JPEG_LEVEL static void join(const uint8_t* const* planes, int n, uint8_t* out) {
    const uint8_t *a = planes[0], *b = planes[1], *c = planes[2];
    int x = 0;
    for (; x + kStep <= n; x += kStep) R::join(R::load(a + x), R::load(b + x), R::load(c + x), out + 3 * x);
    if (x == n) return;
    uint8_t rest[3 * kStep];
    R::join(R::load(a + x), R::load(b + x), R::load(c + x), rest);
    std::memcpy(out + 3 * x, rest, 3 * static_cast<size_t>(n - x));
  }

 private:
  struct Rgb {
    Words r, g, b;
  };
  // Words of luma, and of chroma that is 128 too large.
  JPEG_LEVEL static inline Rgb sums(Words y, Words cb, Words cr) {
    const Words middle = R::splat16(128);
    cb = R::subtract(cb, middle);
    cr = R::subtract(cr, middle);
    // Fractions of 1.402, 0.344136, 0.714136 and 1.772 that have 16 bits with their sign.
    const Words r = R::add(R::add(y, cr), R::template times<26345>(cr));
    const Words b = R::add(R::add(y, R::add(cb, cb)), R::template times<-14942>(cb));
    const Words less = R::template narrow<16>(R::add(R::splat(1 << 15), R::pairs(cb, cr), -22554, 65536 - 46802));
    return {r, R::add(R::subtract(y, cr), less), b};
  }
  JPEG_LEVEL static inline void convert(const uint8_t* y, const uint8_t* cb, const uint8_t* cr, bool bgr,
                                        uint8_t* out) {
    const Words luma = R::load(y), blue = R::load(cb), red = R::load(cr), zero = R::zero();
    const Rgb low = sums(R::low8(luma, zero), R::low8(blue, zero), R::low8(red, zero));
    const Rgb high = sums(R::high8(luma, zero), R::high8(blue, zero), R::high8(red, zero));
    const Words r = R::pack_unsigned(low.r, high.r), g = R::pack_unsigned(low.g, high.g),
                b = R::pack_unsigned(low.b, high.b);
    if (bgr) return R::join(b, g, r, out);
    R::join(r, g, b, out);
  }
};

template <class R>
constexpr PixelKernels kernels_of(SimdLevel level) {
  return {level,
          R::kBlocks,
          Transform<R>::run,
          Upsampling<R>::repeat,
          Upsampling<R>::triangle,
          Upsampling<R>::triangle_both,
          Upsampling<R>::triangle_rows,
          Colors<R>::rgb,
          Colors<R>::join};
}

}  // namespace penstock::codecs
