// water: the state of a sample, and its map. The waves are tables of one number a row and one a column, which are made
// on the host for both devices, so that their sines have the same bytes.
#pragma once
#include <cmath>

#include "kernels/remap/remap.h"

namespace penstock::ops {

struct WaterState {
  RemapState remap;
  float ampl_x = 0, ampl_y = 0, freq_x = 0, freq_y = 0, phase_x = 0, phase_y = 0;
};

struct WaterMap {
  const float *along_x, *along_y;  // what is added to x in a row, and to y in a column
  float origin;                    // of positions, against the corner of the first pixel

  PENSTOCK_HD Position operator()(int x, int y) const {
    return {static_cast<float>(x) + along_x[y] - origin, static_cast<float>(y) + along_y[x] - origin};
  }
};

// The numbers of both tables.
inline int64_t water_numbers(const WaterState& s) { return int64_t{s.remap.out[0]} + s.remap.out[1]; }

inline void fill_waves(const WaterState& s, float* table) {
  for (int y = 0; y < s.remap.out[1]; ++y) {
    *table++ = s.ampl_x * std::sin(s.freq_x * static_cast<float>(y) + s.phase_x);
  }
  for (int x = 0; x < s.remap.out[0]; ++x) {
    *table++ = s.ampl_y * std::cos(s.freq_y * static_cast<float>(x) + s.phase_y);
  }
}

inline WaterMap water_map(const WaterState& s, const float* table) {
  return {table, table + s.remap.out[1], s.remap.interp == Interp::nn ? 0 : 0.5f};
}

}  // namespace penstock::ops
