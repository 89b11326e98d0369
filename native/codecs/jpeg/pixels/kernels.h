// From coefficients to pixels: libjpeg-turbo's accurate integer transform, its upsampling and its colour conversion, to
// the same bytes. One table of functions per SIMD level. Rows may be read and written up to kRowPad bytes past their
// end, except where a function says otherwise.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/cpu.h"

namespace penstock::codecs {

inline constexpr int kRowPad = 128;

// Blocks that are transformed at once, at most. Their coefficients lie row by row: row 0 of all of them, then row 1.
inline constexpr int kMostJpegBlocks = 4;

struct PixelKernels {
  SimdLevel level;
  int blocks;  // that are transformed at once

  // Transforms `count` groups of `blocks` blocks, which lie beside each other in the component, and zeroes their
  // coefficients. `quant` has the divisors in the order of a group's coefficients. Writes eight rows.
  void (*transform)(int16_t* coefficients, const int16_t* quant, int count, uint8_t* out, ptrdiff_t pitch);

  // Upsampling by two. The samples at -1 and n are read too: at the image's sides they repeat the ones beside them.
  // `out` gets 2 n bytes of a row; in_rows n bytes. The triangle filter: 3/4 of the nearer sample, 1/4 of the farther.
  void (*repeat)(const uint8_t* in, int n, uint8_t* out);
  void (*triangle)(const uint8_t* in, int n, uint8_t* out);
  void (*triangle_both)(const uint8_t* near, const uint8_t* far, int n, int16_t* space, uint8_t* out);
  void (*triangle_rows)(const uint8_t* near, const uint8_t* far, bool below, int n, uint8_t* out);

  // Rows of n pixels of three bytes; exactly 3 n bytes are written. rgb: from YCbCr; join: from three planes.
  void (*rgb)(const uint8_t* const* ycbcr, int n, bool bgr, uint8_t* out);
  void (*join)(const uint8_t* const* planes, int n, uint8_t* out);
};

// The kernels of the level, or of the best one below it that the machine has.
const PixelKernels& pixel_kernels(SimdLevel level);

}  // namespace penstock::codecs
