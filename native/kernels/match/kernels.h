// Inner loops of uint8 images with whole weights, one table of functions per SIMD level. Rows are summed with one
// weight each, which is the pass down; the pass across is the same over a block of rows that lies column by column.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/cpu.h"

namespace penstock::match {

// Rows of a block: the samples of a column of one lie next to each other.
inline constexpr int kBlock = 64;

struct Kernels {
  SimdLevel level;
  // out[x] = clip((half + sum over k of weight[k] * in[k * pitch + x]) >> shift), for n samples. `packed` is what
  // pack() made of the weights.
  void (*sum)(const uint8_t* in, ptrdiff_t pitch, const int32_t* weight, const int32_t* packed, int taps, int n,
              int shift, uint8_t* out);
  // Rearranges weights of magnitudes up to kMostWeight; writes packed_words(taps).
  void (*pack)(const int32_t* weight, int taps, int32_t* packed);
};

inline constexpr int32_t kMostWeight = (127 << 16) - 1;
inline size_t packed_words(int taps) { return (static_cast<size_t>(taps) + 3) / 4 * 4; }

// The kernels of a level; a level that this build or CPU lacks gives the next lower one.
const Kernels& kernels(SimdLevel level = simd_level());

// Writes column j of `rows` rows, at most kBlock, to out[j * kBlock]; reads `n` bytes of each row.
void to_columns(const uint8_t* in, ptrdiff_t pitch, int rows, int n, uint8_t* out);
// Back: writes `n` bytes of each row.
void from_columns(const uint8_t* in, int rows, int n, uint8_t* out, ptrdiff_t pitch);

extern const Kernels kBaseline;
#if defined(__x86_64__)
extern const Kernels kAvx2;
extern const Kernels kAvx512;
#endif

}  // namespace penstock::match
