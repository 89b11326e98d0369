// The steps by which coefficients are divided: the tables K.1 and K.2 of ITU-T T.81, scaled by quality as libjpeg does.
#pragma once
#include <algorithm>
#include <cstdint>

namespace penstock::ops {

// In the order of rows, 64 of luma, then 64 of chroma.
inline void fill_quantisation(int quality, uint8_t* steps) {
  static constexpr uint8_t kLuma[64] = {16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
                                        14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
                                        18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
                                        49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};
  static constexpr uint8_t kChroma[4][4] = {{17, 18, 24, 47}, {18, 21, 26, 66}, {24, 26, 56, 99}, {47, 66, 99, 99}};
  const int scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  for (int i = 0; i < 128; ++i) {
    const int row = i / 8 % 8, column = i % 8;
    const int step = i < 64 ? kLuma[i] : row < 4 && column < 4 ? kChroma[row][column] : 99;
    steps[i] = static_cast<uint8_t>(std::clamp((step * scale + 50) / 100, 1, 255));
  }
}

}  // namespace penstock::ops
