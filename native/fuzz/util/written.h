// Writes numbers and texts to the end of a made file.
#pragma once
#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {

// The low bytes of a number; a number of more than 8 bytes has zeros above.
inline void put_number(File& f, uint64_t v, int bytes, bool big = false) {
  for (int i = 0; i < bytes; ++i) {
    const int place = big ? bytes - 1 - i : i;
    f.push_back(place < 8 ? static_cast<uint8_t>(v >> 8 * place) : 0);
  }
}

// A number of Protobuf, Parquet and others: 7 bits a byte, the low ones first.
inline void put_varint(File& f, uint64_t v) {
  for (; v > 127; v >>= 7) f.push_back(static_cast<uint8_t>(v | 128));
  f.push_back(static_cast<uint8_t>(v));
}

// The four letters that name a chunk.
inline void put_name(File& f, const char* letters) { f.insert(f.end(), letters, letters + 4); }

}  // namespace penstock::fuzz
