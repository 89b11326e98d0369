// Writes baseline JPEG files symbol by symbol, with tables and coefficients that are legal but that no encoder makes:
// codes of all lengths up to 16 bits, tables of one symbol, prefixes that belong to no code, values of up to 15 bits,
// runs past the end of a block, end-of-band symbols.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/rng.h"

namespace penstock::test {

struct SymbolTable {
  uint8_t count[17] = {};  // the number of codes of each length
  std::vector<uint8_t> symbols;
  std::vector<int> codes, lengths;

  // A prefix code of the given symbols. No code is all ones, as the standard requires.
  static SymbolTable draw(std::vector<uint8_t> symbols, Rng& rng) {
    SymbolTable t;
    for (size_t i = symbols.size(); i > 1; --i) std::swap(symbols[i - 1], symbols[rng.below(static_cast<uint32_t>(i))]);
    const uint32_t greed = rng.below(6);  // how soon the short codes are used up
    int code = 0, length = 1;
    for (size_t i = 0; i < symbols.size(); ++i) {
      const int others = static_cast<int>(symbols.size() - i) - 1;
      // The code must not be all ones, and the others must fit in 16 bits.
      const auto fits = [&] { return code + 1 < 1 << length && 65535 - ((code + 1) << (16 - length)) >= others; };
      while (length < 16 && (!fits() || rng.below(6) > greed)) code <<= 1, ++length;
      t.codes.push_back(code++);
      t.lengths.push_back(length);
      ++t.count[length];
    }
    t.symbols = std::move(symbols);
    return t;
  }
};

class SymbolWriter {
 public:
  std::vector<uint8_t> out;

  void byte(int v) { out.push_back(static_cast<uint8_t>(v)); }
  void word(int v) { byte(v >> 8), byte(v & 255); }
  void bits(int value, int count) {
    for (int i = count - 1; i >= 0; --i) {
      acc_ = acc_ << 1 | (value >> i & 1);
      if (++filled_ < 8) continue;
      byte(acc_);
      if (acc_ == 255) byte(0);
      acc_ = filled_ = 0;
    }
  }
  void align() {
    while (filled_) bits(1, 1);
  }
  void table(const SymbolTable& t, int slot) {
    byte(0xff), byte(0xc4), word(static_cast<int>(19 + t.symbols.size())), byte(slot);
    for (int i = 1; i <= 16; ++i) byte(t.count[i]);
    for (uint8_t s : t.symbols) byte(s);
  }
  // Writes a symbol of the table and the bits that follow it; returns the symbol.
  int symbol(const SymbolTable& t, Rng& rng) {
    const uint32_t i = rng.below(static_cast<uint32_t>(t.symbols.size()));
    bits(t.codes[i], t.lengths[i]);
    const int size = t.symbols[i] & 15;
    bits(static_cast<int>(rng.below(1u << size)), size);
    return t.symbols[i];
  }

 private:
  int acc_ = 0, filled_ = 0;
};

inline std::vector<uint8_t> draw_symbols(Rng& rng, bool ac) {
  const uint32_t most = ac ? 256 : 16;
  std::vector<uint8_t> all;
  for (uint32_t i = 0; i < most; ++i) all.push_back(static_cast<uint8_t>(i));
  if (ac && rng.below(3) == 0) return {0x00, 0xf0, 0x01, 0x11, 0x0f, static_cast<uint8_t>(rng.bits())};
  if (ac && rng.below(6) == 0) return {0xf0, static_cast<uint8_t>(rng.bits())};
  const uint32_t n = rng.below(4) == 0 ? 1 : 1 + rng.below(rng.below(2) ? most : 12);
  for (uint32_t i = 0; i < n && i < most; ++i) std::swap(all[i], all[i + rng.below(most - i)]);
  all.resize(std::min(n, 255u));  // as many as one length can have
  return all;
}

// A file of one or three components, with a random stream of symbols.
inline std::vector<uint8_t> symbol_file(Rng& rng) {
  const int components = rng.below(2) ? 3 : 1, width = 1 + static_cast<int>(rng.below(90)),
            height = 1 + static_cast<int>(rng.below(60)),
            factor = components == 3 ? 1 + static_cast<int>(rng.below(2)) : 1;
  const int interval = rng.below(3) ? 0 : 1 + static_cast<int>(rng.below(9));
  // AC tables are made first: a table of symbols below 16 may then serve as a DC table too.
  SymbolTable dc[2], ac[2];
  for (int i = 0; i < 2; ++i) {
    dc[i] = SymbolTable::draw(draw_symbols(rng, false), rng);
    ac[i] = rng.below(8) ? SymbolTable::draw(draw_symbols(rng, true), rng) : dc[i];
  }
  SymbolWriter w;
  w.word(0xffd8);
  w.word(0xffdb), w.word(67), w.byte(0);
  const int step = 1 + static_cast<int>(rng.below(3));
  for (int i = 0; i < 64; ++i) w.byte(step);
  w.word(0xffc0), w.word(8 + 3 * components), w.byte(8), w.word(height), w.word(width), w.byte(components);
  for (int c = 0; c < components; ++c) w.byte(c + 1), w.byte(c ? 0x11 : factor * 17), w.byte(0);
  const int swap = static_cast<int>(rng.below(2));
  for (int i = 0; i < 2; ++i) w.table(dc[i], i ^ swap), w.table(ac[i], 0x10 | i);
  if (interval) w.word(0xffdd), w.word(4), w.word(interval);
  w.word(0xffda), w.word(6 + 2 * components), w.byte(components);
  for (int c = 0; c < components; ++c) w.byte(c + 1), w.byte(((c ? 1 : 0) ^ swap) << 4 | (c ? 1 : 0));
  w.byte(0), w.byte(63), w.byte(0);

  const int side = 8 * factor, mcus = (width + side - 1) / side * ((height + side - 1) / side);
  for (int m = 0; m < mcus; ++m) {
    if (interval && m && m % interval == 0) w.align(), w.byte(0xff), w.byte(0xd0 + (m / interval - 1) % 8);
    for (int c = 0; c < components; ++c) {
      for (int b = 0; b < (c ? 1 : factor * factor); ++b) {
        w.symbol(dc[c ? 1 : 0], rng);
        for (int k = 1; k < 64; ++k) {
          const int s = w.symbol(ac[c ? 1 : 0], rng);
          k += s >> 4;
          if (!(s & 15) && s != 0xf0) break;
        }
      }
    }
  }
  w.align();
  w.word(0xffd9);
  return w.out;
}

}  // namespace penstock::test
