// The part of nonsilentRegion that CPU and GPU share. Windows are taken in chunks of 64 that follow each other. The
// first window's sum of squares is made of the sums of blocks of 64 elements, each other one's of the sum before it,
// plus the square that comes in, less the one that goes out. Chunks do not depend on each other, so they may be taken
// at the same time, and the order of the additions is the same on both devices. Sums are in 64-bit integers for
// integers of up to 16 bits, which is exact, else in double.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/host_device.h"
#include "generated/ops/nonsilent_region.h"

namespace penstock::ops {

inline constexpr int kSilenceChunk = 64;
inline constexpr double kQuieterThanAll = -std::numeric_limits<double>::infinity();

// The sums of one sound's squares: `Sum` is int64_t or double, and `x(i)` gives element i as Sum.
template <class Sum, class Load>
struct SquareSums {
  Load x;
  int64_t window, windows;  // elements of one, and how many there are
  const Sum* blocks;        // the sum of each whole block of 64 elements

  PENSTOCK_HD Sum square(int64_t i) const {
    const Sum v = x(i);
    return v * v;
  }
  // Sums n elements, in four parts that are taken together at the end.
  PENSTOCK_HD Sum of_elements(int64_t from, int64_t n) const {
    Sum part[4] = {};
    const int64_t end = from + n;
    for (; end - from >= 4; from += 4) {
      for (int k = 0; k < 4; ++k) part[k] += square(from + k);
    }
    for (; from < end; ++from) part[0] += square(from);
    return (part[0] + part[1]) + (part[2] + part[3]);
  }
  PENSTOCK_HD Sum of_block(int64_t block) const { return of_elements(block * kSilenceChunk, kSilenceChunk); }
  // Sums the window that begins with a chunk.
  PENSTOCK_HD Sum of_window(int64_t chunk) const {
    const int64_t whole = window / kSilenceChunk, rest = window % kSilenceChunk;
    Sum part[4] = {};
    int64_t i = 0;
    for (; i + 4 <= whole; i += 4) {
      for (int k = 0; k < 4; ++k) part[k] += blocks[chunk + i + k];
    }
    for (; i < whole; ++i) part[0] += blocks[chunk + i];
    const Sum sum = (part[0] + part[1]) + (part[2] + part[3]);
    return sum + of_elements((chunk + whole) * kSilenceChunk, rest);
  }
  // Calls f(i, sum) for the windows of a chunk, in their order, until it returns false.
  template <class F>
  PENSTOCK_HD void each_window(int64_t chunk, F&& f) const {
    const int64_t first = chunk * kSilenceChunk;
    const int64_t end = first + kSilenceChunk < windows ? first + kSilenceChunk : windows;
    Sum sum = of_window(chunk);
    if (!f(first, static_cast<double>(sum))) return;
    for (int64_t i = first + 1; i < end; ++i) {
      sum += square(i + window - 1) - square(i - 1);
      if (!f(i, static_cast<double>(sum))) return;
    }
  }
  // The largest sum of a chunk's windows. One that is no number is none.
  PENSTOCK_HD double most_of_chunk(int64_t chunk) const {
    double most = kQuieterThanAll;
    each_window(chunk, [&](int64_t, double sum) {
      most = sum > most ? sum : most;
      return true;
    });
    return most;
  }
  PENSTOCK_HD int64_t chunks() const { return (windows + kSilenceChunk - 1) / kSilenceChunk; }
  // The first window of a chunk that is at least as loud as `cutoff`, and the last one.
  PENSTOCK_HD int64_t first_loud(int64_t chunk, double cutoff) const {
    int64_t found = -1;
    each_window(chunk, [&](int64_t i, double sum) {
      if (sum >= cutoff) found = i;
      return found < 0;
    });
    return found;
  }
  PENSTOCK_HD int64_t last_loud(int64_t chunk, double cutoff) const {
    int64_t found = -1;
    each_window(chunk, [&](int64_t i, double sum) {
      if (sum >= cutoff) found = i;
      return true;
    });
    return found;
  }
};

// The threshold as a share of the reference: of the loudest window's sum where `power` is 0.
struct SilenceLevel {
  double power, ratio;
  PENSTOCK_HD double cutoff(int64_t window, double most) const {
    return (power == 0 ? (most > 0 ? most : 0) : power * static_cast<double>(window)) * ratio;
  }
};

inline SilenceLevel silence_level(const NonsilentRegionArgs& a) {
  return {a.reference_power, std::pow(10, a.cutoff_db / 10.0)};
}

// Whether the squares of a dtype are summed as integers.
template <class T>
inline constexpr bool kWholeSquares = std::is_integral_v<T> && sizeof(T) <= 2;

// The elements of a window, of which a sound of n elements has at least one.
inline int64_t silence_window(const NonsilentRegionArgs& a, int64_t n) {
  return a.window_length < n ? a.window_length : n;
}

}  // namespace penstock::ops
