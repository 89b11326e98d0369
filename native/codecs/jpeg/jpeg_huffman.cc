// One look-up of kBits bits in the main table gives the run and the sizes of a coefficient, whose value is then
// extracted without a branch. For MCUs that are not needed, one look-up of kSkipBits bits in the skip table passes over
// as many symbols as begin in those bits. libjpeg's interface is public except for what jpeg_entropy.h names.
// bench/kernels/huffman has the variants that were tried.
#include "codecs/jpeg/jpeg_huffman.h"

#include <algorithm>
#include <cstring>

#include "codecs/jpeg/jpeg_entropy.h"

namespace penstock::codecs {
namespace {

constexpr int kBits = 10;
constexpr int kSkipBits = 11;
// The bits that are read between two refills, which provide at least 56: an entry and any code and value; two entries
// for skipping.
static_assert(kBits + 15 + 31 <= 56 && 2 * (kSkipBits + 15) <= 56);

// Zigzag order (ITU-T T.81, figure A.6). Runs past the end, in corrupt data, go to the last place, as libjpeg's do. An
// end of block is a run of 64 with the value 0.
constexpr uint8_t kZigzag[64] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
                                 41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
                                 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};
struct Natural {
  uint8_t at[192];
  constexpr Natural() : at() {
    for (int i = 0; i < 192; ++i) at[i] = i < 64 ? kZigzag[i] : 63;
  }
};
constexpr Natural kNatural;

// An entry of the main table, one byte each: bits of code and value together, bits of the value, bits of the code, and
// the number of places that it skips. 0 when the code is longer than kBits.
constexpr uint32_t entry(int length, int size, int run) {
  return static_cast<uint32_t>((length + size) | size << 8 | length << 16 | run << 24);
}
constexpr int total_of(uint32_t e) { return e & 255; }
constexpr int size_of(uint32_t e) { return e >> 8 & 255; }
constexpr int length_of(uint32_t e) { return e >> 16 & 255; }
constexpr int run_of(uint32_t e) { return static_cast<int>(e >> 24); }

// An entry of the skip table: the number of bits in the low byte, the number of places, and whether the block ends
// there. 0: use the main table.
constexpr uint16_t kBlockEnd = 1 << 15;

constexpr int kEndRun = 64;

inline uint64_t load_big_endian(const uint8_t* p) {
  uint64_t v;
  std::memcpy(&v, p, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  v = __builtin_bswap64(v);
#endif
  return v;
}

// Whether a byte of v is 0xFF. May be true wrongly, but never false wrongly.
inline bool may_have_ff(uint64_t v) { return v & (~v - 0x0101010101010101ULL) & 0x8080808080808080ULL; }

}  // namespace

struct JpegHuffman::Table {
  uint32_t main[1 << kBits];
  uint16_t skip[1 << kSkipBits];  // for AC tables only
  // Canonical decoding of long codes: the largest code of each length, left-aligned to 16 bits, and the positions of
  // the symbols.
  int32_t limit[18];
  int32_t offset[18];
  JHUFF_TBL source;
  bool ac = false;
  bool used = false;
  bool can_skip = false;  // `skip` is filled at its first use, because whole images do not need it

  uint32_t entry_of(int symbol, int length) const {
    const int size = symbol & 15, run = ac ? symbol >> 4 : 0;
    return entry(length, size, ac && size == 0 && run != 15 ? kEndRun : run);
  }
  // The entry of a code longer than kBits, or 0.
  __attribute__((noinline)) uint32_t long_entry(uint64_t acc) const {
    const int code = static_cast<int>(acc >> 48);
    for (int length = kBits + 1; length <= 16; ++length) {
      if (code <= limit[length]) return entry_of(source.huffval[(code >> (16 - length)) + offset[length]], length);
    }
    return 0;
  }

  void build(const JHUFF_TBL& from, bool is_ac);
  void build_skip();
};

void JpegHuffman::Table::build(const JHUFF_TBL& from, bool is_ac) {
  source = from;
  ac = is_ac;
  used = true;
  can_skip = false;
  std::memset(main, 0, sizeof main);
  int code = 0, symbol = 0;
  for (int length = 1; length <= 16; ++length) {
    offset[length] = symbol - code;
    for (int i = 0; i < from.bits[length]; ++i, ++code, ++symbol) {
      if (length > kBits) continue;
      const uint32_t e = entry_of(from.huffval[symbol], length);
      std::fill_n(main + (code << (kBits - length)), 1 << (kBits - length), e);
    }
    limit[length] = from.bits[length] ? ((code << (16 - length)) - 1) : -1;
    code <<= 1;
  }
}

void JpegHuffman::Table::build_skip() {
  can_skip = true;
  for (int bits = 0; bits < 1 << kSkipBits; ++bits) {
    int used_bits = 0, places = 0;
    bool end = false;
    while (!end && used_bits < kSkipBits) {
      // The next kBits bits, as far as this index determines them. The whole code must be in them; of the value only
      // the size counts.
      const int window = (bits << used_bits & ((1 << kSkipBits) - 1)) >> (kSkipBits - kBits);
      const uint32_t e = main[window];
      if (e == 0 || length_of(e) > kSkipBits - used_bits) break;
      end = run_of(e) == kEndRun;
      const int next = places + (end ? 0 : run_of(e) + 1);
      if (next > 62) break;  // a block has no more places
      used_bits += total_of(e);
      places = next;
    }
    skip[bits] = static_cast<uint16_t>(used_bits | places << 8 | (end ? kBlockEnd : 0));
  }
}

// A working copy of the bit reader, in registers while an MCU is decoded.
struct JpegHuffman::Bits {
  const uint8_t* at;
  const uint8_t* end;
  uint64_t acc;
  int count;
  int padding;

  // Refills to at least 56 bits. Must not be called when there are 64.
  __attribute__((always_inline)) void fill() {
    if (__builtin_expect(end - at >= 8, 1)) {
      const uint64_t next = load_big_endian(at);
      if (__builtin_expect(!may_have_ff(next), 1)) {
        acc |= next >> count;
        at += (63 - count) >> 3;
        count |= 56;
        return;
      }
    }
    // Works on a copy, so that the members of this object can stay in registers.
    Bits slow = *this;
    slow.fill_slowly();
    *this = slow;
  }

  // Reads byte by byte: removes the stuffed zeros, and stops before a marker.
  __attribute__((noinline)) void fill_slowly() {
    while (count <= 56) {
      uint64_t byte = 0;
      if (padding || at >= end || (at[0] == 0xff && (at + 1 >= end || at[1] != 0))) {
        padding += 8;
      } else {
        byte = at[0];
        at += byte == 0xff ? 2 : 1;
      }
      acc |= byte << (56 - count);
      count += 8;
    }
  }

  // The count is masked, which is free because shifts use only its low 6 bits.
  __attribute__((always_inline)) void drop(uint32_t e) {
    acc <<= e & 63;
    count -= static_cast<int>(e & 255);
  }
  // Removes the code and the value of an entry; returns the value. T.81, figure F.12, without a branch: a value whose
  // first bit is 0 is negative, and its magnitude is the complement of its bits.
  __attribute__((always_inline)) JCOEF take(uint32_t e) {
    const uint64_t v = acc << (e >> 16 & 63);
    const uint64_t minus = ~static_cast<uint64_t>(static_cast<int64_t>(v) >> 63);
    const uint64_t amount = (v ^ minus) >> 1 >> (63 - size_of(e));
    drop(e);
    return static_cast<JCOEF>((amount ^ minus) - minus);
  }

  // Stores the AC coefficients of a block. Returns false when a code is invalid.
  __attribute__((always_inline)) bool store(const Table& ac, JCOEF* out) {
    for (int k = 1;;) {
      fill();
      // Enough bits for an entry of the table (at most 25), and after it for any code and its value (31).
      uint32_t e = ac.main[acc >> (64 - kBits)];
      if (__builtin_expect(e != 0, 1)) {
        k += run_of(e);
        out[kNatural.at[k]] = take(e);
        if (++k >= DCTSIZE2) return true;
        e = ac.main[acc >> (64 - kBits)];
      }
      if (__builtin_expect(e == 0, 0) && !(e = ac.long_entry(acc))) return false;
      k += run_of(e);
      out[kNatural.at[k]] = take(e);
      if (++k >= DCTSIZE2) return true;
    }
  }

  // Skips the AC coefficients of a block. Returns false when a code is invalid.
  __attribute__((always_inline)) bool skip(const Table& ac) {
    for (int k = 1; k < DCTSIZE2;) {
      fill();
      // An entry takes at most 26 bits: there are enough for two, but not always for one and a long code with its
      // value.
      for (int twice = 0; twice < 2 && k < DCTSIZE2; ++twice) {
        const uint32_t s = ac.skip[acc >> (64 - kSkipBits)];
        const int next = k + (s >> 8 & 63);
        // All symbols of the entry belong to this block only if none but the last one can have reached the block's end.
        if (__builtin_expect(s == 0 || next >= DCTSIZE2, 0)) {
          if (count < 32) fill();
          uint32_t e = ac.main[acc >> (64 - kBits)];
          if (e == 0 && !(e = ac.long_entry(acc))) return false;
          k += run_of(e) + 1;
          drop(e);
          break;
        }
        drop(s);
        k = s & kBlockEnd ? DCTSIZE2 : next;
      }
    }
    return true;
  }
};

JpegHuffman::JpegHuffman() : tables_(new Table[kTables]) {}
JpegHuffman::~JpegHuffman() { delete[] tables_; }

JpegHuffman::Table* JpegHuffman::table_of(const JHUFF_TBL& source, bool ac) {
  for (int i = 0; i < kTables; ++i) {
    Table& t = tables_[i];
    if (t.used && t.ac == ac && !std::memcmp(t.source.bits, source.bits, sizeof source.bits) &&
        !std::memcmp(t.source.huffval, source.huffval, sizeof source.huffval)) {
      return &t;
    }
  }
  Table* free = nullptr;
  while (!free) {
    Table* t = &tables_[next_table_];
    next_table_ = (next_table_ + 1) % kTables;
    bool in_use = false;
    for (int b = 0; b < blocks_; ++b) in_use |= dc_[b] == t || ac_[b] == t;
    if (!in_use) free = t;
  }
  free->build(source, ac);
  return free;
}

bool JpegHuffman::take_over(j_decompress_ptr info, JDIMENSION first, JDIMENSION last,
                            void (*give_up)(j_decompress_ptr)) {
  if (!kKnownLibrary || !enabled || info->progressive_mode || info->arith_code || info->data_precision != 8)
    return false;
  if (jpeg_has_multiple_scans(info)) return false;
  // At most four pairs of tables are in use at once, so the cache cannot run out.
  static_assert(kTables >= 2 * NUM_HUFF_TBLS);
  const int blocks = info->blocks_in_MCU;
  blocks_ = 0;
  all_needed_ = true;
  for (int b = 0; b < blocks; ++b) {
    const int c = info->MCU_membership[b];
    const jpeg_component_info& component = *info->cur_comp_info[c];
    const JHUFF_TBL* dc = info->dc_huff_tbl_ptrs[component.dc_tbl_no];
    const JHUFF_TBL* ac = info->ac_huff_tbl_ptrs[component.ac_tbl_no];
    if (!dc || !ac) return false;
    dc_[b] = ac_[b] = nullptr;
    blocks_ = b + 1;
    dc_[b] = table_of(*dc, false);
    ac_[b] = table_of(*ac, true);
    component_[b] = c;
    needed_[b] = component.component_needed;
    dc_only_[b] = component.DCT_scaled_size == 1;
    all_needed_ = all_needed_ && needed_[b] && !dc_only_[b];
  }
  std::memset(last_dc_, 0, sizeof last_dc_);
  give_up_ = give_up;
  can_skip_ = false;
  first_ = first;
  last_ = last;
  column_ = 0;
  columns_ = info->MCUs_per_row;
  restart_interval_ = restarts_left_ = info->restart_interval;
  next_restart_ = 0;
  at_ = info->src->next_input_byte;
  end_ = at_ + info->src->bytes_in_buffer;
  acc_ = 0;
  count_ = padding_ = 0;
  reinterpret_cast<JpegErrors*>(info->err)->huffman = this;
  EntropyMethods::of(info).decode_mcu = decode_mcu;
  ++taken;
  return true;
}

boolean JpegHuffman::decode_mcu(j_decompress_ptr info, JBLOCKROW* blocks) {
  JpegHuffman& self = *reinterpret_cast<JpegErrors*>(info->err)->huffman;
  const auto give_up = [&] {
    ++self.given_up;
    self.give_up_(info);
  };
  if (self.restart_interval_) {
    if (self.restarts_left_ == 0 && !self.restart()) give_up();
    --self.restarts_left_;
  }
  if (self.column_ < self.first_ || self.column_ > self.last_) blocks = nullptr;
  if (++self.column_ == self.columns_) self.column_ = 0;
  const bool whole = blocks && self.all_needed_;
  if (!whole && !self.can_skip_) self.make_skip();
  if (!(whole ? self.mcu<true>(blocks) : self.mcu<false>(blocks))) give_up();
  return TRUE;
}

void JpegHuffman::make_skip() {
  for (int b = 0; b < blocks_; ++b) {
    if (!ac_[b]->can_skip) ac_[b]->build_skip();
  }
  can_skip_ = true;
}

// Decodes an MCU. Returns false when a code is invalid, or when bits were used that the file does not have. With kWhole
// all blocks are stored; otherwise those that are needed, or none when `blocks` is null.
template <bool kWhole>
bool JpegHuffman::mcu(JBLOCKROW* blocks) {
  Bits in{at_, end_, acc_, count_, padding_};
  for (int b = 0; b < blocks_; ++b) {
    const Table& dc = *dc_[b];
    in.fill();
    uint32_t e = dc.main[in.acc >> (64 - kBits)];
    if (__builtin_expect(e == 0, 0) && !(e = dc.long_entry(in.acc))) return false;
    // Unsigned, because corrupt data may overflow; only the low 16 bits count.
    unsigned& last = last_dc_[component_[b]];
    last += static_cast<unsigned>(in.take(e));
    if (kWhole || (blocks && needed_[b])) {
      JCOEF* const out = *blocks[b];
      out[0] = static_cast<JCOEF>(last);
      if (!kWhole && dc_only_[b]) {
        if (!in.skip(*ac_[b])) return false;
      } else if (!in.store(*ac_[b], out)) {
        return false;
      }
    } else if (!in.skip(*ac_[b])) {
      return false;
    }
  }
  at_ = in.at;
  acc_ = in.acc;
  count_ = in.count;
  padding_ = in.padding;
  return in.count >= in.padding;
}

// Reads past the restart marker that must come now.
bool JpegHuffman::restart() {
  // The rest of the last byte is padding; a whole byte would mean that something was not decoded.
  if (count_ - padding_ >= 8) return false;
  if (end_ - at_ < 2 || at_[0] != 0xff || at_[1] != 0xd0 + next_restart_) return false;
  at_ += 2;
  next_restart_ = (next_restart_ + 1) & 7;
  acc_ = 0;
  count_ = padding_ = 0;
  std::memset(last_dc_, 0, sizeof last_dc_);
  restarts_left_ = restart_interval_;
  return true;
}

}  // namespace penstock::codecs
