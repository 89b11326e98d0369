// Inner loops of the fixed-point resampler for uint8 images, one table of functions per SIMD level. All levels compute
// the same integers: int16 coefficients, exact int32 sums, one rounding shift, one saturation.
// Samples between the passes are int16 in planes (one per channel), so that both passes run over contiguous words.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/cpu.h"

namespace penstock::resample {

// Words that must be readable after the last sample of a plane, and writable after the last result.
inline constexpr int kPlanePad = 80;

// The taps of one axis in the form that the horizontal kernels need. Kernels::pack fills `packed` and `bases`.
struct HTaps {
  int out = 0;                     // results per row
  int taps = 0;                    // per result
  int stride = 0;                  // int16 coefficients per result: taps rounded up to 8, zeros after them
  const int32_t* index = nullptr;  // first sample of each result; index + taps <= samples + 1
  const int16_t* coef = nullptr;   // [out][stride]

  enum Form : int { dot, window, wide_window } form = dot;
  int pairs = 0;  // (taps + 1) / 2
  const int32_t* bases = nullptr;
  const int16_t* packed = nullptr;
};

struct Kernels {
  SimdLevel level;
  // Vertical: out[x] = sat((sum_k coef[k] * rows[k][x] + half) >> shift), taps even (a row may repeat, with weight 0).
  // Only n bytes of a uint8 row are read; int16 rows and all outputs may be touched up to kPlanePad beyond.
  void (*vertical_u8)(const uint8_t* const* rows, const int16_t* coef, int taps, int n, int shift, int16_t* out);
  void (*vertical_i16)(const int16_t* const* rows, const int16_t* coef, int taps, int n, int shift, uint8_t* out);
  // Horizontal over `channels` planes, `in_stride` and `out_stride` words or bytes apart.
  void (*horizontal_i16)(const HTaps&, const int16_t* in, ptrdiff_t in_stride, int channels, int shift, int16_t* out,
                         ptrdiff_t out_stride);
  void (*horizontal_u8)(const HTaps&, const int16_t* in, ptrdiff_t in_stride, int channels, int shift, uint8_t* out,
                        ptrdiff_t out_stride);
  // Interleaved pixels to planes and back. split_u8 reads and join_u8 writes exactly width * channels bytes.
  void (*split_u8)(const uint8_t* in, int width, int channels, int16_t* out, ptrdiff_t stride);
  void (*split_i16)(const int16_t* in, int width, int channels, int16_t* out, ptrdiff_t stride);
  void (*join_u8)(const uint8_t* in, ptrdiff_t stride, int width, int channels, uint8_t* out);
  // Rearranges taps.coef for the horizontal kernels; `space` holds pack_words(taps) int16, 64-byte aligned.
  void (*pack)(HTaps& taps, int32_t* bases, int16_t* space);
};

// An upper bound, for every level, of the words that pack() writes.
inline size_t pack_words(int out, int taps) {
  const size_t blocks = static_cast<size_t>(out + 15) / 16;
  return blocks * (32 + static_cast<size_t>(taps + 1) / 2 * 32) + 64;
}
inline size_t pack_bases(int out) { return (static_cast<size_t>(out) + 15) / 16 * 4; }

// The kernels of a level; a level that this build or CPU lacks gives the next lower one.
const Kernels& kernels(SimdLevel level = simd_level());

extern const Kernels kBaseline;
#if defined(__x86_64__)
extern const Kernels kAvx2;
extern const Kernels kAvx512;
#elif defined(__aarch64__)
extern const Kernels kNeon;
#endif

}  // namespace penstock::resample
