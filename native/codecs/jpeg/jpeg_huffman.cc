// Tables: one look-up of kBits bits gives run, value and length of a coefficient whenever code and value fit; for MCUs
// that are not wanted, one look-up of kSkipBits bits passes over as many symbols as fit.
// libjpeg's side is public but for one thing: jpeg_decompress_struct::entropy starts with the two function pointers
// start_pass and decode_mcu, as it has in every version since 6b.
#include "codecs/jpeg/jpeg_huffman.h"

#include <cstring>

#include "codecs/jpeg/jpeg_error.h"

namespace penstock::codecs {
namespace {

constexpr int kBits = 10;
constexpr int kSkipBits = 11;

// libjpeg's struct jpeg_entropy_decoder, as far as it is used.
struct EntropyMethods {
  void (*start_pass)(j_decompress_ptr);
  boolean (*decode_mcu)(j_decompress_ptr, JBLOCKROW*);
};

// Zigzag order (ITU-T T.81, figure A.6). Runs past the end, in corrupt data, land on the last place, as libjpeg's do;
// an end of block is a run of 64 with the value 0.
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

// An entry of the main table. Not kPart: `length` bits hold code and value, `value` comes `run` places further on.
// kPart: `length` bits of code, then `size` bits of value are still to be read; length 0: the code is longer than
// kBits.
constexpr uint32_t kPart = 1u << 15;
constexpr uint32_t entry(int length, int run, int value) {
  return static_cast<uint32_t>(length) | static_cast<uint32_t>(run) << 5 | static_cast<uint32_t>(value) << 16;
}
constexpr int length_of(uint32_t e) { return e & 31; }
constexpr int run_of(uint32_t e) { return e >> 5 & 127; }
constexpr int value_of(uint32_t e) { return static_cast<int16_t>(e >> 16); }

// An entry of the skip table: bits, places, and whether the block ends there. 0: use the main table.
constexpr uint16_t kBlockEnd = 1 << 15;

// The value that `size` bits stand for (T.81, figure F.12).
constexpr int extend(int bits, int size) { return bits < (1 << size >> 1) ? bits - (1 << size) + 1 : bits; }

constexpr int kEndRun = 64;

inline uint64_t load_big_endian(const uint8_t* p) {
  uint64_t v;
  std::memcpy(&v, p, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  v = __builtin_bswap64(v);
#endif
  return v;
}

// Whether a byte of v is 0xFF; may say yes wrongly, never no.
inline bool may_have_ff(uint64_t v) { return v & (~v - 0x0101010101010101ULL) & 0x8080808080808080ULL; }

}  // namespace

struct JpegHuffman::Table {
  uint32_t main[1 << kBits];
  uint16_t skip[1 << kSkipBits];  // AC only
  // Canonical decoding of long codes: the largest code of each length, left-aligned to 16 bits, and where its symbols
  // are.
  int32_t limit[18];
  int32_t offset[18];
  JHUFF_TBL source;
  bool ac = false;
  bool used = false;
  bool can_skip = false;  // `skip` is made at its first use: whole images need none

  void build(const JHUFF_TBL& from, bool is_ac);
  void build_skip();
};

void JpegHuffman::Table::build(const JHUFF_TBL& from, bool is_ac) {
  source = from;
  ac = is_ac;
  used = true;
  can_skip = false;
  for (uint32_t& e : main) e = kPart;  // until a code claims it
  int code = 0, symbol = 0;
  for (int length = 1; length <= 16; ++length) {
    offset[length] = symbol - code;
    for (int i = 0; i < from.bits[length]; ++i, ++code, ++symbol) {
      if (length > kBits) continue;
      const int run = ac ? from.huffval[symbol] >> 4 : 0, size = from.huffval[symbol] & 15;
      const bool end = ac && size == 0 && run != 15;
      const int low = code << (kBits - length), free = kBits - length;
      for (int rest = 0; rest < 1 << free; ++rest) {
        uint32_t& e = main[low + rest];
        if (size == 0) {
          e = entry(length, end ? kEndRun : run, 0);
        } else if (size <= free) {
          e = entry(length + size, run, extend(rest >> (free - size), size));
        } else {
          e = entry(length, run, size) | kPart;
        }
      }
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
      // The next kBits bits as far as they are known; what is unknown must not matter.
      const int known = kSkipBits - used_bits;
      const int window =
          static_cast<int>((static_cast<uint32_t>(bits) << used_bits & ((1u << kSkipBits) - 1)) >> (kSkipBits - kBits));
      const uint32_t e = main[window];
      int length = length_of(e);
      if (length == 0) break;
      if (e & kPart) length += value_of(e);
      if (length > known) break;
      end = run_of(e) == kEndRun;
      const int next = places + (end ? 0 : run_of(e) + 1);
      if (next > 62) break;  // more cannot pass in a block
      used_bits += length;
      places = next;
    }
    skip[bits] = static_cast<uint16_t>(used_bits | places << 5 | (end ? kBlockEnd : 0));
  }
}

// A working copy in registers while an MCU is decoded.
struct JpegHuffman::Bits {
  const uint8_t* at;
  const uint8_t* end;
  uint64_t acc;
  int count;
  int padding;

  // At least 56 bits afterwards; enough for any code and its value.
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
    fill_slowly();
  }

  // Byte by byte: undoes the stuffing, and stays in front of a marker.
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

  __attribute__((always_inline)) void drop(int n) {
    acc <<= n;
    count -= n;
  }
  __attribute__((always_inline)) int take(int n) {
    const int v = static_cast<int>(acc >> (64 - n));
    drop(n);
    return v;
  }

  // The symbol of a code longer than kBits, or -1.
  __attribute__((noinline)) static int long_code(uint64_t acc, const Table& t, int* length) {
    const int code = static_cast<int>(acc >> 48);
    for (int l = kBits + 1; l <= 16; ++l) {
      if (code <= t.limit[l]) {
        *length = l;
        return t.source.huffval[(code >> (16 - l)) + t.offset[l]];
      }
    }
    return -1;
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
  if (!enabled || info->progressive_mode || info->arith_code || info->data_precision != 8) return false;
  if (jpeg_has_multiple_scans(info)) return false;
  // At most four pairs of tables are in use at once, so the cache cannot run out.
  static_assert(kTables >= 2 * NUM_HUFF_TBLS);
  const int blocks = info->blocks_in_MCU;
  blocks_ = 0;
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
  reinterpret_cast<EntropyMethods*>(info->entropy)->decode_mcu = decode_mcu;
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
  const bool wanted = blocks && self.column_ >= self.first_ && self.column_ <= self.last_;
  if (++self.column_ == self.columns_) self.column_ = 0;
  if (!self.mcu_any(blocks, wanted)) give_up();
  return TRUE;
}

bool JpegHuffman::mcu_any(JBLOCKROW* blocks, bool wanted) {
  if (wanted) return mcu<true>(blocks);
  if (!can_skip_) {
    for (int b = 0; b < blocks_; ++b) {
      if (!ac_[b]->can_skip) ac_[b]->build_skip();
    }
    can_skip_ = true;
  }
  return mcu<false>(nullptr);
}

// False when a code is invalid, or when bits were used that the file does not have.
template <bool kStore>
bool JpegHuffman::mcu(JBLOCKROW* blocks) {
  Bits in{at_, end_, acc_, count_, padding_};
  for (int b = 0; b < blocks_; ++b) {
    const Table& dc = *dc_[b];
    const Table& ac = *ac_[b];
    JCOEF* const out = kStore ? *blocks[b] : nullptr;

    in.fill();
    uint32_t e = dc.main[in.acc >> (64 - kBits)];
    int value = value_of(e);
    if (__builtin_expect(e & kPart, 0)) {
      int length = length_of(e), size = value;
      if (length == 0) {
        size = Bits::long_code(in.acc, dc, &length);
        if (size < 0) return false;
        size &= 15;
      }
      in.drop(length);
      value = size ? extend(in.take(size), size) : 0;
    } else {
      in.drop(length_of(e));
    }
    // Unsigned, because corrupt data may overflow; the low 16 bits are what counts.
    value = static_cast<int>(static_cast<unsigned>(value) + static_cast<unsigned>(last_dc_[component_[b]]));
    last_dc_[component_[b]] = value;
    if (kStore) out[0] = static_cast<JCOEF>(value);

    for (int k = 1; k < DCTSIZE2;) {
      if (__builtin_expect(in.count < 32, 0)) in.fill();
      if (!kStore) {
        const uint16_t s = ac.skip[in.acc >> (64 - kSkipBits)];
        const int next = k + (s >> 5 & 63);
        // All symbols of the entry belong to this block only if none but the last can have reached its end.
        if (__builtin_expect(s != 0 && next < DCTSIZE2, 1)) {
          in.drop(s & 31);
          k = s & kBlockEnd ? DCTSIZE2 : next;
          continue;
        }
      }
      e = ac.main[in.acc >> (64 - kBits)];
      if (__builtin_expect(!(e & kPart), 1)) {
        k += run_of(e);
        if (kStore) out[kNatural.at[k]] = static_cast<JCOEF>(value_of(e));
        in.drop(length_of(e));
        ++k;
        continue;
      }
      int length = length_of(e), run = run_of(e), size = value_of(e);
      if (length == 0) {
        const int symbol = Bits::long_code(in.acc, ac, &length);
        if (symbol < 0) return false;
        run = symbol >> 4;
        size = symbol & 15;
        if (size == 0 && run != 15) run = kEndRun;
      }
      in.drop(length);
      k += run;
      const int v = size ? extend(in.take(size), size) : 0;
      if (kStore) out[kNatural.at[k]] = static_cast<JCOEF>(v);
      ++k;
    }
  }
  at_ = in.at;
  acc_ = in.acc;
  count_ = in.count;
  padding_ = in.padding;
  return in.count >= in.padding;
}

// Past the restart marker that must come now.
bool JpegHuffman::restart() {
  // What is left of the last byte is padding; whole bytes would mean that something was not decoded.
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
