// Medians of small windows, many pixels at once: of n elements, the smallest and the largest of any n / 2 + 2 cannot be
// the median, so they are dropped and the next element joins the others until three are left. Only
// experimental_median_blur_cpu.cc includes this file.
#pragma once
#include <cstring>

#include "core/cpu.h"

namespace penstock::ops {
namespace {

// The largest window of these loops.
inline constexpr int kMostSelected = 81;

template <class V>
__attribute__((always_inline)) inline void sort_two(V& a, V& b) {
  const V low = a < b ? a : b, high = a < b ? b : a;
  a = low;
  b = high;
}

// Brings the smallest of v[0 .. m) to the front and the largest to the end.
template <class V>
__attribute__((always_inline)) inline void extremes_out(V* v, int m) {
#pragma GCC unroll 8
  for (int i = 0; i < m / 2; ++i) sort_two(v[i], v[m - 1 - i]);
#pragma GCC unroll 8
  for (int i = 1; i < (m + 1) / 2; ++i) sort_two(v[0], v[i]);
#pragma GCC unroll 8
  for (int i = m / 2; i < m - 1; ++i) sort_two(v[i], v[m - 1]);
}

// The largest gives its place to the next element, and the smallest to the last of those that stay.
template <class T, class V>
__attribute__((always_inline)) inline void take_next(V* v, int m, const T* next) {
  v[0] = v[m - 2];
  std::memcpy(&v[m - 2], next, sizeof(V));
}

// The medians of 9 elements, in registers.
template <class T, class V>
__attribute__((always_inline)) inline void median_of_9(const T* const* rows, int64_t x, T* out) {
  V v[6];
#pragma GCC unroll 6
  for (int k = 0; k < 6; ++k) std::memcpy(&v[k], rows[k] + x, sizeof(V));
  extremes_out(v, 6);
  take_next(v, 6, rows[6] + x);
  extremes_out(v, 5);
  take_next(v, 5, rows[7] + x);
  extremes_out(v, 4);
  take_next(v, 4, rows[8] + x);
  extremes_out(v, 3);
  std::memcpy(out + x, &v[1], sizeof(V));
}

// The medians of any odd number of elements from 3 to kMostSelected.
template <class T, class V>
__attribute__((always_inline)) inline void median_of(const T* const* rows, int count, int64_t x, T* out) {
  V v[kMostSelected / 2 + 2] = {};
  int m = count / 2 + 2, next = m;
  for (int k = 0; k < m; ++k) std::memcpy(&v[k], rows[k] + x, sizeof(V));
  extremes_out(v, m);
  for (; m > 3; --m) {
    take_next(v, m, rows[next++] + x);
    extremes_out(v, m - 1);
  }
  std::memcpy(out + x, &v[1], sizeof(V));
}

// out[x] = the median of rows[k][x], for x of [0, n). Rows are readable, and out is writable, for a vector beyond n.
template <class T, int Bytes>
__attribute__((always_inline)) inline void median_row(const T* const* rows, int count, int64_t n, T* out) {
  typedef T V __attribute__((vector_size(Bytes)));
  constexpr int64_t kLanes = Bytes / sizeof(T);
  if (count == 9) {
    for (int64_t x = 0; x < n; x += kLanes) median_of_9<T, V>(rows, x, out);
  } else {
    for (int64_t x = 0; x < n; x += kLanes) median_of<T, V>(rows, count, x, out);
  }
}

template <class T>
void median_row_baseline(const T* const* rows, int count, int64_t n, T* out) {
  median_row<T, 16>(rows, count, n, out);
}
#if defined(__x86_64__)
template <class T>
__attribute__((target("avx2"))) void median_row_avx2(const T* const* rows, int count, int64_t n, T* out) {
  median_row<T, 32>(rows, count, n, out);
}
#endif

template <class T>
auto median_row_fn() -> void (*)(const T* const*, int, int64_t, T*) {
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx2) return median_row_avx2<T>;
#endif
  return median_row_baseline<T>;
}

}  // namespace
}  // namespace penstock::ops
