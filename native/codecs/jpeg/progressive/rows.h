// The decoding that kernels.h declares, for a set of operations on bits, Ops. The includer defines SCAN_LEVEL, the
// attribute that lets a function use the level's instructions.
//
// A block's coefficients that are not 0 stand in a mask, first coefficient first, so a refinement counts and finds
// places of a run without a look at the coefficients; the bits that correct old coefficients are gathered in one word
// and are spread over them when the block is done.
#pragma once
#include <algorithm>

#include "codecs/jpeg/progressive/kernels.h"

namespace penstock::codecs {

template <class Ops>
class ScanRows {
 public:
  SCAN_LEVEL static bool dc(JpegScan& s, const McuRow& row) {
    return mcus(s, row, [&](CodeBits& in, const McuRow::Block& block, int16_t* out) SCAN_LEVEL {
      in.fill();
      const CodeTable& codes = *s.codes[block.component];
      uint32_t e = codes.main[in.acc >> (64 - kCodeBits)];
      if (__builtin_expect(e == 0, 0) && !(e = long_dc(codes, in.acc))) return false;
      int& last = s.last_dc[block.component];
      last += in.take(e);
      // libjpeg refuses sums that leave 32 bits.
      if (__builtin_expect(last > 1 << 30 || last < -(1 << 30), 0)) return false;
      if (out) *out = static_cast<int16_t>(static_cast<unsigned>(last) << s.low);
      return true;
    });
  }

  SCAN_LEVEL static bool refine_dc(JpegScan& s, const McuRow& row) {
    return mcus(s, row, [&](CodeBits& in, const McuRow::Block&, int16_t* out) SCAN_LEVEL {
      if (in.valid() == 0) in.fill();
      const auto bit = static_cast<int16_t>(in.acc >> 63);
      in.acc <<= 1, --in.count;
      if (out) *out = static_cast<int16_t>(*out | bit << s.low);
      return true;
    });
  }

  SCAN_LEVEL static bool ac(JpegScan& s, const BlockRow& row) { return blocks<First>(s, row); }
  SCAN_LEVEL static bool refine_ac(JpegScan& s, const BlockRow& row) { return blocks<Refinement>(s, row); }

 private:
  static constexpr uint64_t kTop = uint64_t{1} << 63;

  SCAN_LEVEL __attribute__((noinline)) static uint32_t long_dc(const CodeTable& codes, uint64_t acc) {
    return codes.long_entry(acc, [](int symbol, int length) { return code_entry(length, symbol, 1); });
  }

  // Reads past a restart marker.
  SCAN_LEVEL __attribute__((noinline)) static bool restart(JpegScan& s, CodeBits& in) {
    s.bits = in;
    // The rest of the last byte is padding; a whole byte would mean that something was not decoded.
    if (s.bits_left() >= 8) return false;
    in = {s.end, 0, 0};
    s.end += *s.next_segment++;
    std::fill_n(s.last_dc, MAX_COMPS_IN_SCAN, 0);
    s.left = s.interval;
    return true;
  }

  SCAN_LEVEL static inline int16_t* block_at(const BlockLayout& layout, int16_t* to, int i) {
    return to + (static_cast<ptrdiff_t>(i >> layout.shift) << (layout.shift + 6)) +
           ((i & ((1 << layout.shift) - 1)) << 3);
  }

  template <class Decode>
  SCAN_LEVEL __attribute__((always_inline)) static inline bool mcus(JpegScan& s, const McuRow& row, Decode decode) {
    CodeBits in = s.bits;
    for (int x = 0; x < row.columns; ++x) {
      if (__builtin_expect(s.left == 0, 0) && !restart(s, in)) return false;
      --s.left;
      const bool wanted = x >= row.first && x < row.end;
      for (int b = 0; b < row.blocks; ++b) {
        const McuRow::Block& block = row.block[b];
        int16_t* const out =
            wanted && block.to ? block_at(row.layout, block.to, (x - row.first) * block.step + block.offset) : nullptr;
        if (!decode(in, block, out)) return false;
      }
      if ((in.at - s.end) * 8 > in.valid()) return false;
    }
    s.bits = in;
    return true;
  }

  template <class Kind>
  SCAN_LEVEL __attribute__((always_inline)) static inline bool blocks(JpegScan& s, const BlockRow& row) {
    return some<Kind, false>(s, row, 0, row.first, nullptr) && some<Kind, true>(s, row, row.first, row.end, row.to) &&
           some<Kind, false>(s, row, row.end, row.count, nullptr);
  }

  template <class Kind, bool kWanted>
  SCAN_LEVEL static bool some(JpegScan& s, const BlockRow& row, int at, int end, int16_t* to) {
    CodeBits in = s.bits;
    uint32_t run = s.run;
    unsigned left = s.left;
    const Kind kind(s, row.layout.places);
    for (const int begin = at; at < end; ++at, --left) {
      if (__builtin_expect(left == 0, 0)) {
        if (!restart(s, in)) return false;
        left = s.left, run = 0;
      }
      int16_t* const out = kWanted ? block_at(row.layout, to, at - begin) : nullptr;
      if (run) {
        if (Kind::kPasses) {
          const auto more = std::min({run, left, static_cast<uint32_t>(end - at)}) - 1;
          run -= more + 1, left -= more, at += static_cast<int>(more);
          continue;
        }
        --run;
        kind.template correct<kWanted>(in, row.found[at], out);
      } else if (!kind.template decode<kWanted>(in, row.found[at], out, run)) {
        return false;
      }
      if ((in.at - s.end) * 8 > in.valid()) return false;
    }
    s.bits = in;
    s.run = run;
    s.left = left;
    return true;
  }

  // The number of blocks, after this one, that an end of run speaks of: its value has no sign.
  SCAN_LEVEL static inline uint32_t run_of(const CodeBits& in, uint32_t e) {
    const uint64_t v = in.acc << (length_of(e) & 63);
    return (1u << (63 - beside_size_of(e))) - 1 + static_cast<uint32_t>(v >> 1 >> (beside_size_of(e) & 63));
  }

  // The first bits of coefficients.
  class First {
   public:
    static constexpr bool kPasses = true;  // a run changes nothing in its blocks

    SCAN_LEVEL First(const JpegScan& s, const uint8_t* places)
        : codes_(*s.codes[0]),
          places_(places),
          first_(static_cast<unsigned>(s.first)),
          last_(static_cast<unsigned>(s.last)),
          low_(s.low) {}

    template <bool kWanted>
    SCAN_LEVEL __attribute__((always_inline)) inline bool decode(CodeBits& in, uint64_t& found, int16_t* out,
                                                                 uint32_t& run) const {
      unsigned k = first_ - 1;
      uint64_t mask = 0;
      bool good = true;
      for (;;) {
        in.fill();
        // Enough bits for an entry of the table (at most 25), and after it for any code and its value (31).
        uint32_t e = codes_.main[in.acc >> (64 - kCodeBits)];
        if (__builtin_expect(e != 0, 1)) {
          if (!step<kWanted>(in, e, k, mask, out, run, good)) break;
          e = codes_.main[in.acc >> (64 - kCodeBits)];
        }
        if (__builtin_expect(e == 0, 0) && !(e = long_entry(in.acc))) return false;
        if (!step<kWanted>(in, e, k, mask, out, run, good)) break;
      }
      found |= mask;
      return good;
    }
    template <bool kWanted>
    SCAN_LEVEL static void correct(CodeBits&, uint64_t, int16_t*) {}

   private:
    SCAN_LEVEL __attribute__((noinline)) uint32_t long_entry(uint64_t acc) const {
      return codes_.long_entry(acc, [this](int symbol, int length) { return first_entry(symbol, length, low_); });
    }
    // Returns whether the block goes on.
    template <bool kWanted>
    SCAN_LEVEL __attribute__((always_inline)) inline bool step(CodeBits& in, uint32_t e, unsigned& k, uint64_t& mask,
                                                               int16_t* out, uint32_t& run, bool& good) const {
      k += meaning_of(e);
      if (__builtin_expect(k > last_, 0)) {
        const uint32_t meaning = meaning_of(e);
        k -= meaning;
        if (meaning == kZeroRun) {
          k += 16;
          in.drop(e);
          return good = k < last_;
        }
        good = meaning == kRunEnds;
        run = run_of(in, e);
        in.drop(e);
        return false;
      }
      const int value = in.take(e);
      mask |= kTop >> k;
      if (kWanted) out[places_[k]] = static_cast<int16_t>(value * (1 << low_));
      return k != last_;
    }

    const CodeTable& codes_;
    const uint8_t* places_;
    unsigned first_, last_;
    int low_;
  };

  // One more bit of coefficients, and those that come up with it.
  class Refinement {
   public:
    static constexpr bool kPasses = false;

    SCAN_LEVEL Refinement(const JpegScan& s, const uint8_t* places)
        : codes_(*s.codes[0]),
          places_(places),
          first_(static_cast<unsigned>(s.first)),
          last_(static_cast<unsigned>(s.last)),
          band_((~uint64_t{0} >> first_) & ~(~uint64_t{0} >> 1 >> last_)),
          low_(s.low) {}

    template <bool kWanted>
    SCAN_LEVEL __attribute__((always_inline)) inline bool decode(CodeBits& in, uint64_t& found, int16_t* out,
                                                                 uint32_t& run) const {
      const uint64_t old = found & band_;
      typename Ops::Places zeros(band_ & ~old);
      uint64_t mask = 0, gathered = 0;
      unsigned at = first_;
      do {
        in.fill();
        uint32_t e = codes_.main[in.acc >> (64 - kCodeBits)];
        if (__builtin_expect(e == 0, 0) && !(e = long_entry(in.acc))) return false;
        if (e & kBlockEnds) {
          if (__builtin_expect(e & kNoValue, 0)) return false;
          run = run_of(in, e);
          in.drop((e & kRefinedLength) >> 24);
          gather(in, Ops::count(old & ~uint64_t{0} >> at), gathered);
          break;
        }
        const uint64_t place = zeros.next(e);
        if (__builtin_expect(place == 0, 0)) return false;
        const bool positive = static_cast<int64_t>(in.acc << (length_of(e) & 63)) < 0;
        in.drop((e & kRefinedLength) >> 24);
        const unsigned k = Ops::index(place);
        gather(in, k - at - (e & 15), gathered);
        at = k + 1;
        if (e & kNewValue) {
          mask |= place;
          if (kWanted) out[places_[k]] = static_cast<int16_t>((positive ? 1 : -1) * (1 << low_));
        }
      } while (at <= last_);
      if (kWanted) spread(gathered, old, out);
      found |= mask;
      return true;
    }

    // A block without new coefficients.
    template <bool kWanted>
    SCAN_LEVEL __attribute__((always_inline)) inline void correct(CodeBits& in, uint64_t found, int16_t* out) const {
      const uint64_t old = found & band_;
      if (!old) return;
      uint64_t gathered = 0;
      in.fill();
      gather(in, Ops::count(old), gathered);
      if (kWanted) spread(gathered, old, out);
    }

   private:
    SCAN_LEVEL __attribute__((noinline)) uint32_t long_entry(uint64_t acc) const {
      return codes_.long_entry(acc, [](int symbol, int length) { return refining_entry(symbol, length); });
    }
    // Reads bits of up to 63 coefficients, of which a refill and a code leave 26.
    SCAN_LEVEL __attribute__((always_inline)) static inline void gather(CodeBits& in, unsigned count, uint64_t& bits) {
      if (__builtin_expect(count > 26, 0)) {
        for (; count > 26; count -= 26) {
          take(in, 26, bits);
          in.fill();
        }
      }
      take(in, count, bits);
    }
    SCAN_LEVEL __attribute__((always_inline)) static inline void take(CodeBits& in, unsigned count, uint64_t& bits) {
      bits = bits << (count & 63) | in.acc >> 1 >> ((63 - count) & 63);
      in.drop(count);
    }
    // Adds a bit to each coefficient that has one set.
    SCAN_LEVEL __attribute__((always_inline)) inline void spread(uint64_t bits, uint64_t old, int16_t* out) const {
      for (uint64_t rest = Ops::spread(bits, old); rest; rest &= rest - 1) {
        int16_t& v = out[places_[__builtin_ctzll(rest) ^ 63]];
        v = static_cast<int16_t>(v + ((v >> 15) | 1) * (1 << low_));
      }
    }

    const CodeTable& codes_;
    const uint8_t* places_;
    unsigned first_, last_;
    uint64_t band_;  // their places
    int low_;
  };
};

template <class Ops>
constexpr ScanKernels scan_kernels_of() {
  return {ScanRows<Ops>::dc, ScanRows<Ops>::refine_dc, ScanRows<Ops>::ac, ScanRows<Ops>::refine_ac};
}

}  // namespace penstock::codecs
