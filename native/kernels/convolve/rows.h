// The loops over rows of filters on the CPU: dtype to float, weighted sums of rows, float to dtype. All SIMD levels
// multiply and add in the same order, so they give the same bytes.
#pragma once
#include "core/host_device.h"
#include "core/tensor.h"
#include "kernels/convolve/border.h"

namespace penstock::ops {

// A weighted sum of rows. For a window along a row, rows[k] is the same row from its k-th pixel on, so the rows
// overlap.
struct RowSum {
  const float* const* rows;
  const float* window;
  int taps;
};

// A tap of two weighted sums that share rows.
struct PairTap {
  const float* row;
  float first, second;  // weights
};

// Taps of the first sum alone, of both, and of the second alone.
struct PairSum {
  const PairTap* taps;
  int first, both, second;
};

// How a float becomes an integer. Both saturate, and NaN becomes 0.
enum class Rounding : uint8_t {
  away,  // halves away from zero: convert<>() of core/dispatch.h
  even,  // halves to even: round_even(), for integers of up to 16 bits
};

// The range of an integer of up to 16 bits.
template <class T>
inline constexpr float kShortLow = T(-1) < T(0) ? (sizeof(T) == 1 ? -128.0f : -32768.0f) : 0.0f;
template <class T>
inline constexpr float kShortHigh = kShortLow<T> + (sizeof(T) == 1 ? 255.0f : 65535.0f);
// 1.5 * 2^23: a sum with it has no bits for a fraction.
inline constexpr float kNoFraction = 12582912.0f;

// Rounds to nearest, halves to even, and saturates; NaN becomes 0.
template <class T>
PENSTOCK_HD T round_even(float v) {
  float kept = v != v ? 0.0f : v;
  kept = kept < kShortLow<T> ? kShortLow<T> : kept;
  kept = kept > kShortHigh<T> ? kShortHigh<T> : kept;
  return static_cast<T>(static_cast<int>((kept + kNoFraction) - kNoFraction));
}

// The loops for one sample's dtypes, at this machine's SIMD level.
struct RowLoops {
  // out[x - from] = sum of window[k] * rows[k][x] in the order of k, for x of [from, to); there is one tap at least.
  void (*sum)(const RowSum& s, int64_t from, int64_t to, float* out);
  // The same for two outputs at once, over `n` elements: a row that both need is read once. A weight of 0 is a tap too.
  void (*sum_pair)(const PairSum& s, int64_t n, float* first, float* second);
  void (*load)(const void* in, int64_t n, float* out);
  void (*store)(const float* in, int64_t n, void* out);
  int64_t in_size;  // bytes of an element of the input

  // Loads a row of `width` > 0 pixels of `inner` elements, and puts `before` and `after` pixels beyond its ends. `row`
  // is the first pixel within.
  void load_wide(const void* in, int64_t width, int64_t inner, int64_t before, int64_t after, Border border, float fill,
                 float* row) const;
};

RowLoops row_loops(DType in, DType out, Rounding rounding = Rounding::away);

}  // namespace penstock::ops
