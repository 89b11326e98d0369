// How 64 bytes of three planes each become 192 bytes of pixels, for the byte permutes of AVX-512.
#pragma once
#include <cstdint>

namespace penstock {

// Byte 64 r + i of the pixels is byte (64 r + i) / 3 of plane (64 r + i) % 3. `two` picks from the first two planes,
// and `third` from the third one where `from_third` has a bit.
struct JoinedPlanes {
  alignas(64) uint8_t two[3][64], third[3][64];
  uint64_t from_third[3];
  constexpr JoinedPlanes() : two(), third(), from_third() {
    for (int r = 0; r < 3; ++r) {
      for (int i = 0; i < 64; ++i) {
        const int e = 64 * r + i, plane = e % 3, x = e / 3;
        two[r][i] = static_cast<uint8_t>(plane == 1 ? 64 + x : x);
        third[r][i] = static_cast<uint8_t>(x);
        if (plane == 2) from_third[r] |= uint64_t{1} << i;
      }
    }
  }
};
inline constexpr JoinedPlanes kJoinedPlanes;

}  // namespace penstock
