// See lanes.h. With AVX2 full sets of lanes go through registers, in squares of 8 x 8.
#include "kernels/fft/lanes.h"

#include "core/cpu.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace penstock::ops {
namespace {

constexpr int kL = kFftLanes;

void interleave_from(const float* const* rows, int count, int64_t begin, int64_t n, float* lanes) {
  for (int l = 0; l < count; ++l) {
    for (int64_t i = begin; i < n; ++i) lanes[i * kL + l] = rows[l][i];
  }
}

void deinterleave_from(const float* lanes, int64_t begin, int64_t n, float* const* rows, int count) {
  for (int l = 0; l < count; ++l) {
    for (int64_t i = begin; i < n; ++i) rows[l][i] = lanes[i * kL + l];
  }
}

#if defined(__x86_64__)
#define PENSTOCK_AVX2 __attribute__((target("avx2")))

PENSTOCK_AVX2 inline void transpose(__m256 (&r)[kL]) {
  __m256 pairs[kL], fours[kL];
  for (int i = 0; i < kL; i += 2) {
    pairs[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
    pairs[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
  }
  for (int i = 0; i < kL; i += 4) {
    fours[i] = _mm256_shuffle_ps(pairs[i], pairs[i + 2], 0x44);
    fours[i + 1] = _mm256_shuffle_ps(pairs[i], pairs[i + 2], 0xEE);
    fours[i + 2] = _mm256_shuffle_ps(pairs[i + 1], pairs[i + 3], 0x44);
    fours[i + 3] = _mm256_shuffle_ps(pairs[i + 1], pairs[i + 3], 0xEE);
  }
  for (int i = 0; i < 4; ++i) {
    r[i] = _mm256_permute2f128_ps(fours[i], fours[i + 4], 0x20);
    r[i + 4] = _mm256_permute2f128_ps(fours[i], fours[i + 4], 0x31);
  }
}

// Both return how many elements they have moved.
PENSTOCK_AVX2 int64_t interleave_squares(const float* const* rows, int64_t n, float* lanes) {
  int64_t i = 0;
  for (__m256 r[kL]; i + kL <= n; i += kL) {
    for (int l = 0; l < kL; ++l) r[l] = _mm256_loadu_ps(rows[l] + i);
    transpose(r);
    for (int l = 0; l < kL; ++l) _mm256_storeu_ps(lanes + (i + l) * kL, r[l]);
  }
  return i;
}

PENSTOCK_AVX2 int64_t deinterleave_squares(const float* lanes, int64_t n, float* const* rows) {
  int64_t i = 0;
  for (__m256 r[kL]; i + kL <= n; i += kL) {
    for (int l = 0; l < kL; ++l) r[l] = _mm256_loadu_ps(lanes + (i + l) * kL);
    transpose(r);
    for (int l = 0; l < kL; ++l) _mm256_storeu_ps(rows[l] + i, r[l]);
  }
  return i;
}

bool has_squares(int count) { return count == kL && simd_level() >= SimdLevel::avx2; }
#else
int64_t interleave_squares(const float* const*, int64_t, float*) { return 0; }
int64_t deinterleave_squares(const float*, int64_t, float* const*) { return 0; }
bool has_squares(int) { return false; }
#endif

}  // namespace

void interleave(const float* const* rows, int count, int64_t n, float* lanes) {
  const int64_t begin = has_squares(count) ? interleave_squares(rows, n, lanes) : 0;
  interleave_from(rows, count, begin, n, lanes);
}

void deinterleave(const float* lanes, int64_t n, float* const* rows, int count) {
  const int64_t begin = has_squares(count) ? deinterleave_squares(lanes, n, rows) : 0;
  deinterleave_from(lanes, begin, n, rows, count);
}

}  // namespace penstock::ops
