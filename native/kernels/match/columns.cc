// Turns blocks of rows into columns and back, 16 x 16 bytes at a time.
#include <algorithm>
#include <cstring>

#include "kernels/match/kernels.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace penstock::match {
namespace {

constexpr int kSide = 16;

#if defined(__x86_64__)
// Four rounds of zipping row i with row i + 8 exchange rows and columns.
inline void turn(const uint8_t* in, ptrdiff_t in_pitch, uint8_t* out, ptrdiff_t out_pitch, int rows) {
  __m128i a[kSide], b[kSide];
  for (int i = 0; i < kSide; ++i) a[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + i * in_pitch));
  const auto zip = [](const __m128i* from, __m128i* to) {
    for (int i = 0; i < 8; ++i) {
      to[2 * i] = _mm_unpacklo_epi8(from[i], from[i + 8]);
      to[2 * i + 1] = _mm_unpackhi_epi8(from[i], from[i + 8]);
    }
  };
  zip(a, b);
  zip(b, a);
  zip(a, b);
  zip(b, a);
  for (int i = 0; i < rows; ++i) _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i * out_pitch), a[i]);
}
#else
inline void turn(const uint8_t* in, ptrdiff_t in_pitch, uint8_t* out, ptrdiff_t out_pitch, int rows) {
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < kSide; ++j) out[i * out_pitch + j] = in[j * in_pitch + i];
  }
}
#endif

// Any part of a block, which need not have whole squares.
void turn_part(const uint8_t* in, ptrdiff_t in_pitch, uint8_t* out, ptrdiff_t out_pitch, int rows, int columns) {
  for (int i = 0; i < columns; ++i) {
    for (int j = 0; j < rows; ++j) out[i * out_pitch + j] = in[j * in_pitch + i];
  }
}

}  // namespace

void to_columns(const uint8_t* in, ptrdiff_t pitch, int rows, int n, uint8_t* out) {
  const int whole = rows / kSide * kSide;
  if (n >= kSide) {
    for (int j = 0; j < n; j += kSide) {
      const int x = std::min(j, n - kSide);  // the last squares overlap
      for (int r = 0; r < whole; r += kSide) turn(in + r * pitch + x, pitch, out + x * kBlock + r, kBlock, kSide);
    }
    if (whole < rows) turn_part(in + whole * pitch, pitch, out + whole, kBlock, rows - whole, n);
  } else {
    turn_part(in, pitch, out, kBlock, rows, n);
  }
}

void from_columns(const uint8_t* in, int rows, int n, uint8_t* out, ptrdiff_t pitch) {
  if (n < kSide) return turn_part(in, kBlock, out, pitch, n, rows);
  for (int j = 0; j < n; j += kSide) {
    const int x = std::min(j, n - kSide);
    for (int r = 0; r < rows; r += kSide) {
      turn(in + x * kBlock + r, kBlock, out + r * pitch + x, pitch, std::min(kSide, rows - r));
    }
  }
}

}  // namespace penstock::match
