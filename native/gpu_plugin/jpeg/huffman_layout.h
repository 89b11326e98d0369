// The kernels' form of a Huffman table. An entry says what a code means: bits 0-4 how many bits the code and the value
// behind it have, bits 5-8 how many the value has, bits 9-15 how far the position in the block moves. There is an entry
// for each 9 bits that begin a code of up to 9 bits, and behind those one for each 16 bits that begin a longer code. So
// two indices are computed from 16 bits, and the larger one is right: no branch.
#pragma once
#include <cstdint>

#include "core/host_device.h"

namespace penstock::gpu {

inline constexpr int kLookBits = 9;
// The largest quantisation value that kernels take: 10 bits beside 6 bits of a position. Photos use up to 255.
inline constexpr int kMaxQuant = 1023;
// 16-bit entries of all tables of a scan; the kernels keep them in shared memory. Tables of photos have 1,000 to 6,000.
inline constexpr uint32_t kMaxEntries = 12288;
// Codes that the table does not have: 17 bits and no value, which no code is.
inline constexpr uint32_t kNoCode = 17;
// Moves of the position: behind a DC value, and at the end of a block. The position is 64 before a DC value.
inline constexpr uint32_t kAfterDc = 65, kEndOfBlock = 64;

struct HuffmanLayout {
  uint32_t longer;  // the smallest 16 bits that do not begin with a code of up to 9 bits
  uint32_t entries;
};

// By the 16 counts of codes, one for each length.
PENSTOCK_HD HuffmanLayout huffman_layout(const uint8_t* counts) {
  uint32_t code = 0;
  for (int length = 1; length <= kLookBits; ++length) code = (code + counts[length - 1]) << 1;
  uint32_t more = 0;
  for (int length = kLookBits + 1; length <= 16; ++length) more += counts[length - 1];
  const uint32_t longer = more ? code >> 1 << (16 - kLookBits) : 65536;
  return {longer, (longer >> (16 - kLookBits)) + 65536 - longer};
}

// libjpeg's check: codes of each length are in its range, and none is all ones.
inline bool huffman_codes_fit(const uint8_t* counts) {
  uint32_t code = 0;
  for (int length = 1; length <= 16; ++length) {
    code += counts[length - 1];
    if (counts[length - 1] && code >= 1u << length) return false;
    if (code > 1u << length) return false;
    code <<= 1;
  }
  return true;
}

// What the code means that the 16 bits begin with. `counts` are followed by the values.
PENSTOCK_HD uint16_t huffman_entry(const uint8_t* counts, bool ac, uint32_t bits) {
  uint32_t code = 0, values = 0;
  for (uint32_t length = 1; length <= 16; ++length) {
    const uint32_t n = counts[length - 1], mine = bits >> (16 - length);
    if (mine - code < n) {
      const uint32_t symbol = counts[16 + values + mine - code], size = symbol & 15;
      const uint32_t move = !ac ? kAfterDc : size == 0 && symbol != 0xf0 ? kEndOfBlock : (symbol >> 4) + 1;
      return static_cast<uint16_t>((length + size) | size << 5 | move << 9);
    }
    code = (code + n) << 1;
    values += n;
  }
  return static_cast<uint16_t>(kNoCode | (ac ? 1 : kAfterDc) << 9);
}

}  // namespace penstock::gpu
