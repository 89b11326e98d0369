// jitter: the state of a sample, and where a pixel comes from, which CPU and GPU share.
#pragma once
#include <cstdint>

#include "core/host_device.h"
#include "core/rng.h"

namespace penstock::ops {

struct JitterState {
  Rng rng;
  int64_t pixels = 0, height = 0, width = 0;  // pixels: of all frames
  int64_t bytes = 0;                          // of a pixel
  int32_t degree = 2;
  bool on = true;
};

// A number of -floor(n / 2) to -floor(n / 2) + n - 1, from 16 bits, moved into [0, extent).
PENSTOCK_HD int64_t jittered(int64_t at, uint32_t bits, int32_t n, int64_t extent) {
  const int64_t to = at - n / 2 + (bits * static_cast<uint32_t>(n) >> 16);
  return to < 0 ? 0 : to >= extent ? extent - 1 : to;
}

// The number of the pixel that comes to pixel number `pixel`, at row `row` (counted through all frames) and column x.
PENSTOCK_HD int64_t jitter_source(const JitterState& s, int64_t row, int64_t x, uint32_t word) {
  const int64_t y = row % s.height, first = row - y;
  return (first + jittered(y, word >> 16, s.degree, s.height)) * s.width +
         jittered(x, word & 0xffff, s.degree, s.width);
}

}  // namespace penstock::ops
