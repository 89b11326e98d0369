// equalize: the table of a channel from its histogram, as OpenCV's equalizeHist() makes it.
#pragma once
#include <cstdint>

#include "core/host_device.h"

namespace penstock::ops {

// Rounds a number of 0 to 2^22 to nearest, halves to even.
PENSTOCK_HD int round_half_even(float v) { return static_cast<int>((v + 8388608.0f) - 8388608.0f); }

// The darkest value that there is becomes 0; a channel of one value keeps it. `count`: how often there is each value;
// `total`: their sum.
PENSTOCK_HD void equalize_table(const uint32_t* count, int64_t total, uint8_t* table) {
  int first = 0;
  while (first < 255 && !count[first]) ++first;
  for (int v = 0; v < first; ++v) table[v] = 0;
  if (count[first] == total) {
    for (int v = first; v < 256; ++v) table[v] = static_cast<uint8_t>(first);
    return;
  }
  const float scale = 255.0f / static_cast<float>(total - count[first]);
  int64_t sum = 0;
  table[first] = 0;
  for (int v = first + 1; v < 256; ++v) {
    sum += count[v];
    const int rounded = round_half_even(static_cast<float>(sum) * scale);
    table[v] = static_cast<uint8_t>(rounded < 255 ? rounded : 255);
  }
}

}  // namespace penstock::ops
