// Huffman codes of JPEG (ITU-T T.81, annex F): the table that one look-up reads, and the bit reader. The decoders of
// one scan (JpegHuffman) and of many (progressive/) share them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

// clang-format off: jpeglib.h uses size_t and FILE without including what declares them.
#include <jpeglib.h>
// clang-format on

namespace penstock::codecs {

// Bits that one look-up decodes.
inline constexpr int kCodeBits = 10;

// Zigzag order (ITU-T T.81, figure A.6).
inline constexpr uint8_t kZigzag[64] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                                        12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                                        35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                                        58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

// What a code means, one byte each: bits of code and value together, 63 less the bits of the value, bits of the code,
// and what the decoder makes of it: usually the number of places that it goes on. 0: no code.
constexpr uint32_t code_entry(int length, int size, int meaning) {
  return static_cast<uint32_t>((length + size) | (63 - size) << 8 | length << 16 | meaning << 24);
}
constexpr int total_of(uint32_t e) { return e & 255; }
constexpr int beside_size_of(uint32_t e) { return e >> 8 & 255; }
constexpr int length_of(uint32_t e) { return e >> 16 & 255; }
constexpr uint32_t meaning_of(uint32_t e) { return e >> 24; }

inline uint64_t load_big_endian(const uint8_t* p) {
  uint64_t v;
  std::memcpy(&v, p, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  v = __builtin_bswap64(v);
#endif
  return v;
}

// Whether libjpeg takes the table: no code is all ones, and sizes of DC coefficients have 4 bits.
inline bool sound_codes(const JHUFF_TBL& t, bool ac) {
  int symbols = 0;
  for (int length = 1, code = 0; length <= 16; ++length, code <<= 1) {
    symbols += t.bits[length];
    code += t.bits[length];
    if (symbols > 256 || (t.bits[length] && code >= 1 << length)) return false;
  }
  for (int i = 0; !ac && i < symbols; ++i) {
    if (t.huffval[i] > 15) return false;
  }
  return true;
}

struct CodeTable {
  uint32_t main[1 << kCodeBits];  // 0 when the code is longer
  // Canonical decoding of long codes: the largest code of each length, left-aligned to 16 bits, and the positions of
  // the symbols.
  int32_t limit[18];
  int32_t offset[18];
  JHUFF_TBL source;

  // entry_of(symbol, length) gives the entry of a code.
  template <class EntryOf>
  void fill(const JHUFF_TBL& from, EntryOf entry_of) {
    source = from;
    std::memset(main, 0, sizeof main);
    int code = 0, symbol = 0;
    for (int length = 1; length <= 16; ++length) {
      offset[length] = symbol - code;
      for (int i = 0; i < from.bits[length]; ++i, ++code, ++symbol) {
        if (length > kCodeBits) continue;
        const uint32_t e = entry_of(from.huffval[symbol], length);
        std::fill_n(main + (code << (kCodeBits - length)), 1 << (kCodeBits - length), e);
      }
      limit[length] = from.bits[length] ? ((code << (16 - length)) - 1) : -1;
      code <<= 1;
    }
  }

  // The entry of a code that is longer than kCodeBits, or 0.
  template <class EntryOf>
  uint32_t long_entry(uint64_t acc, EntryOf entry_of) const {
    const int code = static_cast<int>(acc >> 48);
    for (int length = kCodeBits + 1; length <= 16; ++length) {
      if (code <= limit[length]) return entry_of(source.huffval[(code >> (16 - length)) + offset[length]], length);
    }
    return 0;
  }
};

// A working copy of the bit reader, in registers while blocks are decoded. The top bits of `acc` are valid, as many as
// the low 6 bits of `count` say.
struct CodeBits {
  const uint8_t* at;
  uint64_t acc;
  uint32_t count;

  int valid() const { return static_cast<int>(count & 63); }

  // Refills to at least 56 bits.
  __attribute__((always_inline)) void fill() {
    const uint32_t had = count & 63;
    acc |= load_big_endian(at) >> had;
    at += (had ^ 63) >> 3;
    count = had | 56;
  }

  // The count is masked, which is free because shifts use only its low 6 bits.
  __attribute__((always_inline)) void drop(uint32_t e) {
    acc <<= e & 63;
    count -= e;
  }
  // Removes the code and the value of an entry; returns the value. T.81, figure F.12, without a branch: a value whose
  // first bit is 0 is negative, and its magnitude is the complement of its bits.
  __attribute__((always_inline)) JCOEF take(uint32_t e) {
    const uint64_t v = acc << (e >> 16 & 63);
    const uint64_t minus = ~static_cast<uint64_t>(static_cast<int64_t>(v) >> 63);
    const uint64_t amount = (v ^ minus) >> 1 >> (beside_size_of(e) & 63);
    drop(e);
    return static_cast<JCOEF>((amount ^ minus) - minus);
  }
};

// Copies entropy-coded bytes from `from` to `to`, without the zeros that are stuffed behind 0xFF, until `from` reaches
// `stop` or a marker. `end` is the end of the file. Returns true at a marker, and where the file ends behind 0xFF. Up
// to 8 bytes more are written.
inline bool copy_entropy_coded(const uint8_t*& from, const uint8_t* stop, const uint8_t* end, uint8_t*& to) {
  while (from < stop) {
    // Most bytes come eight at a time.
    ptrdiff_t plain = 0;
    if (end - from >= 8) {
      uint64_t v;
      std::memcpy(&v, from, 8);
      std::memcpy(to, &v, 8);
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
      v = __builtin_bswap64(v);
#endif
      // The high bit of the first byte that is 0xFF; bits of later bytes do not count.
      const uint64_t found = v & (~v - 0x0101010101010101ULL) & 0x8080808080808080ULL;
      plain = found ? __builtin_ctzll(found) / 8 : 8;
    } else if (*from != 0xff) {
      *to = *from;
      plain = 1;
    }
    from += plain;
    to += plain;
    if (plain == 8 || from == end || *from != 0xff) continue;
    if (end - from == 1 || from[1]) return true;
    *to++ = 0xff;
    from += 2;
  }
  return false;
}

}  // namespace penstock::codecs
