// Writes baseline JPEG files symbol by symbol, with tables and coefficients that are legal but that no encoder makes:
// codes of all lengths up to 16 bits, tables of one symbol, prefixes that belong to no code, values of up to 15 bits,
// runs past the end of a block, end-of-band symbols.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/rng.h"
#include "test/jpeg_script.h"

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

// The size of a file of one or three components, of which the first has `factor` times `factor` blocks in an MCU.
struct SymbolFrame {
  int components, width, height, factor;

  static SymbolFrame draw(Rng& rng) {
    SymbolFrame f;
    f.components = rng.below(2) ? 3 : 1;
    f.width = 1 + static_cast<int>(rng.below(90));
    f.height = 1 + static_cast<int>(rng.below(60));
    f.factor = f.components == 3 ? 1 + static_cast<int>(rng.below(2)) : 1;
    return f;
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
  // Writes what stands before tables of codes and scans: a quantisation table with one step, and the frame.
  void frame(const SymbolFrame& f, int marker, Rng& rng) {
    word(0xffd8);
    word(0xffdb), word(67), byte(0);
    const int step = 1 + static_cast<int>(rng.below(3));
    for (int i = 0; i < 64; ++i) byte(step);
    word(marker), word(8 + 3 * f.components), byte(8), word(f.height), word(f.width), byte(f.components);
    for (int c = 0; c < f.components; ++c) byte(c + 1), byte(c ? 0x11 : f.factor * 17), byte(0);
  }
  // Writes a symbol of the table and the bits that follow it; returns the symbol.
  int symbol(const SymbolTable& t, Rng& rng) {
    const uint32_t i = rng.below(static_cast<uint32_t>(t.symbols.size()));
    code(t, t.symbols[i]);
    any(t.symbols[i] & 15, rng);
    return t.symbols[i];
  }
  void code(const SymbolTable& t, uint8_t symbol) {
    const auto i = static_cast<size_t>(std::find(t.symbols.begin(), t.symbols.end(), symbol) - t.symbols.begin());
    bits(t.codes[i], t.lengths[i]);
  }
  // Random bits, which it returns; powers of two more often than by chance.
  int any(int count, Rng& rng) {
    const int v = count && rng.below(8) == 0 ? 1 << (count - 1) : static_cast<int>(rng.below(1u << count));
    bits(v, count);
    return v;
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
  const auto [components, width, height, factor] = SymbolFrame::draw(rng);
  const int interval = rng.below(3) ? 0 : 1 + static_cast<int>(rng.below(9));
  // AC tables are made first: a table of symbols below 16 may then serve as a DC table too.
  SymbolTable dc[2], ac[2];
  for (int i = 0; i < 2; ++i) {
    dc[i] = SymbolTable::draw(draw_symbols(rng, false), rng);
    ac[i] = rng.below(8) ? SymbolTable::draw(draw_symbols(rng, true), rng) : dc[i];
  }
  SymbolWriter w;
  w.frame({components, width, height, factor}, 0xffc0, rng);
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

// Writes the scans of a progressive file with random symbols that fit into their blocks; now and then, if it is told
// so, one that does not.
class ScanWriter {
 public:
  ScanWriter(Rng& rng, int width, int height, int components, int factor, bool careless)
      : rng_(rng), careless_(careless), count_(components) {
    const int side = 8 * factor;
    columns_ = (width + side - 1) / side, rows_ = (height + side - 1) / side;
    for (int c = 0; c < components; ++c) {
      Component& k = components_[c];
      k.factor = c ? 1 : factor;
      k.width = (width * k.factor + side - 1) / side, k.height = (height * k.factor + side - 1) / side;
      k.found.assign(static_cast<size_t>(k.width) * static_cast<size_t>(k.height), 0);
    }
  }

  void write(SymbolWriter& w, const jpeg_scan_info& scan) {
    w_ = &w;
    scan_ = scan;
    const bool dc = scan.Ss == 0, coded = !dc || !scan.Ah;
    if (coded) w.table(table_ = SymbolTable::draw(dc ? draw_symbols(rng_, false) : ac_symbols(), rng_), dc ? 0 : 0x10);
    if (rng_.below(6) == 0) {
      interval_ = rng_.below(3) ? 1 + static_cast<int>(rng_.below(9)) : 0;
      w.word(0xffdd), w.word(4), w.word(interval_);
    }
    w.word(0xffda), w.word(6 + 2 * scan.comps_in_scan), w.byte(scan.comps_in_scan);
    for (int i = 0; i < scan.comps_in_scan; ++i) w.byte(scan.component_index[i] + 1), w.byte(0);
    w.byte(scan.Ss), w.byte(scan.Se), w.byte(scan.Ah << 4 | scan.Al);
    run_ = 0;
    const Component& alone = components_[scan.component_index[0]];
    const bool single = scan.comps_in_scan == 1;
    const int mcus = single ? alone.width * alone.height : columns_ * rows_;
    for (int m = 0; m < mcus; ++m) {
      if (interval_ && m && m % interval_ == 0) {
        w.align(), w.byte(0xff), w.byte(0xd0 + (m / interval_ - 1) % 8);
        run_ = 0;
      }
      for (int i = 0; i < scan.comps_in_scan; ++i) {
        Component& c = components_[scan.component_index[i]];
        if (!dc) block(c.found[static_cast<size_t>(m)]);
        for (int b = dc ? (single ? 1 : c.factor * c.factor) : 0; b; --b)
          scan.Ah ? w.bits(rng_.below(2), 1) : void(w.symbol(table_, rng_));
      }
    }
    w.align();
  }

 private:
  struct Component {
    int factor, width, height;
    std::vector<uint64_t> found;  // by block: bit k for coefficient k
  };

  std::vector<uint8_t> ac_symbols() {
    std::vector<uint8_t> some;
    if (!scan_.Ah) some = draw_symbols(rng_, true);
    if (scan_.Ah) {
      for (int s = 0; s < 256; ++s) {
        if ((s & 15) < 2 && rng_.below(3)) some.push_back(static_cast<uint8_t>(s));
      }
      if (careless_ && rng_.below(4) == 0) some.push_back(static_cast<uint8_t>(rng_.bits() | 2));
    }
    if (std::find(some.begin(), some.end(), 0) == some.end()) some.push_back(0);
    return some;
  }

  // The bits that correct coefficients of [from, to).
  void correct(uint64_t found, int from, int to) {
    for (int k = from; scan_.Ah && k < to; ++k) {
      if (found >> k & 1) w_->any(1, rng_);
    }
  }

  void block(uint64_t& found) {
    const uint64_t old = found;
    const auto zero = [&](int k) { return !scan_.Ah || !(old >> k & 1); };
    if (run_) {
      --run_;
      return correct(old, scan_.Ss, scan_.Se + 1);
    }
    for (int k = scan_.Ss; k <= scan_.Se;) {
      uint8_t symbol = table_.symbols[rng_.below(static_cast<uint32_t>(table_.symbols.size()))];
      const int size = symbol & 15, run = symbol >> 4;
      int to = k;
      for (int left = run; to <= scan_.Se && (left || !zero(to)); ++to) left -= zero(to);
      const bool ends = !size && run < 15;
      const bool fits = ends || (size + scan_.Al < 16 && (size ? to <= scan_.Se : to < scan_.Se));
      if (!fits && careless_ && rng_.below(4) == 0) {
        careless_ = false;
      } else if (!fits) {
        symbol = 0;
      }
      w_->code(table_, symbol);
      if (!(symbol & 15) && symbol < 0xf0) {
        run_ = (1 << (symbol >> 4)) - 1 + w_->any(symbol >> 4, rng_);
        return correct(old, k, scan_.Se + 1);
      }
      w_->any(scan_.Ah ? (size != 0) : size, rng_);
      correct(old, k, std::min(to, scan_.Se + 1));
      if (size && to < 64) found |= uint64_t{1} << to;
      k = to + 1;
    }
  }

  Rng& rng_;
  bool careless_;
  int count_, columns_ = 0, rows_ = 0, interval_ = 0, run_ = 0;
  Component components_[3];
  SymbolWriter* w_ = nullptr;
  jpeg_scan_info scan_ = {};
  SymbolTable table_;
};

// A progressive file of one or three components.
inline std::vector<uint8_t> progressive_symbol_file(Rng& rng, bool careless) {
  const auto [components, width, height, factor] = SymbolFrame::draw(rng);
  SymbolWriter w;
  w.frame({components, width, height, factor}, 0xffc2, rng);
  ScanWriter scans(rng, width, height, components, factor, careless);
  for (const jpeg_scan_info& scan : draw_script(rng, components, true)) scans.write(w, scan);
  w.word(0xffd9);
  return w.out;
}

}  // namespace penstock::test
