// One look-up of kCodeBits bits in the main table gives the run and the sizes of a coefficient, whose value is then
// extracted without a branch. For MCUs that are not needed, one look-up of kSkipBits bits in the skip table passes over
// as many symbols as begin in those bits. libjpeg's interface is public except for what jpeg_entropy.h names.
// bench/kernels/huffman has the variants that were tried.
#include "codecs/jpeg/jpeg_huffman.h"

#include <algorithm>
#include <cstring>

#include "codecs/jpeg/jpeg_codes.h"
#include "codecs/jpeg/jpeg_entropy.h"

namespace penstock::codecs {
namespace {

// Bytes of the file that are read at once, and more than an MCU can have: ten blocks of 64 codes and values of 31 bits.
constexpr ptrdiff_t kBuffer = 16384, kMostMcuBytes = 2560;

constexpr int kSkipBits = 11;
// The bits that are read between two refills, which provide at least 56: an entry and any code and value; two entries
// for skipping.
static_assert(kCodeBits + 15 + 31 <= 56 && 2 * (kSkipBits + 15) <= 56);

// Places by zigzag index. Runs past the end, in corrupt data, go to the last place, as libjpeg's do. An end of block
// goes on by 64 places and has the value 0.
struct Places {
  uint8_t at[192];
  constexpr explicit Places(int row) : at() {
    for (int i = 0; i < 192; ++i) {
      const int natural = i < 64 ? kZigzag[i] : 63;
      at[i] = static_cast<uint8_t>(natural / 8 * row + natural % 8);
    }
  }
};
constexpr Places kPlaces[] = {Places(8), Places(16), Places(32)};

// An entry of the skip table: the number of bits in the low byte, the number of places, and whether the block ends
// there. 0: use the main table.
constexpr uint16_t kBlockEnd = 1 << 15;

constexpr int kEndPlaces = 64;

}  // namespace

struct JpegHuffman::Table : CodeTable {
  uint16_t skip[1 << kSkipBits];  // for AC tables only
  bool ac = false;
  bool used = false;
  bool can_skip = false;  // `skip` is filled at its first use, because whole images do not need it

  // Goes on by the places of the run and its coefficient.
  static uint32_t entry_of(int symbol, int length, bool ac) {
    const int size = symbol & 15, run = ac ? symbol >> 4 : 0;
    return code_entry(length, size, ac && size == 0 && run != 15 ? kEndPlaces : run + 1);
  }
  __attribute__((noinline)) uint32_t long_entry(uint64_t acc) const {
    return CodeTable::long_entry(acc, [this](int symbol, int length) { return entry_of(symbol, length, ac); });
  }

  void build(const JHUFF_TBL& from, bool is_ac);
  void build_skip();
};

void JpegHuffman::Table::build(const JHUFF_TBL& from, bool is_ac) {
  ac = is_ac;
  used = true;
  can_skip = false;
  fill(from, [is_ac](int symbol, int length) { return entry_of(symbol, length, is_ac); });
}

void JpegHuffman::Table::build_skip() {
  can_skip = true;
  for (int bits = 0; bits < 1 << kSkipBits; ++bits) {
    int used_bits = 0, places = 0;
    bool end = false;
    while (!end && used_bits < kSkipBits) {
      // The next kCodeBits bits, as far as this index determines them. The whole code must be in them; of the value
      // only the size counts.
      const int window = (bits << used_bits & ((1 << kSkipBits) - 1)) >> (kSkipBits - kCodeBits);
      const uint32_t e = main[window];
      if (e == 0 || length_of(e) > kSkipBits - used_bits) break;
      end = meaning_of(e) == kEndPlaces;
      const int next = places + (end ? 0 : static_cast<int>(meaning_of(e)));
      if (next > 62) break;  // a block has no more places
      used_bits += total_of(e);
      places = next;
    }
    skip[bits] = static_cast<uint16_t>(used_bits | places << 8 | (end ? kBlockEnd : 0));
  }
}

// The bit reader with what a baseline scan's blocks need.
struct JpegHuffman::Bits : CodeBits {
  // Stores the AC coefficients of a block. Returns false when a code is invalid.
  __attribute__((always_inline)) bool store(const Table& ac, JCOEF* out, const uint8_t* places) {
    for (size_t k = 0;;) {
      fill();
      // Enough bits for an entry of the table (at most 25), and after it for any code and its value (31).
      uint32_t e = ac.main[acc >> (64 - kCodeBits)];
      if (__builtin_expect(e != 0, 1)) {
        k += meaning_of(e);
        out[places[k]] = take(e);
        if (k >= DCTSIZE2 - 1) return true;
        e = ac.main[acc >> (64 - kCodeBits)];
      }
      if (__builtin_expect(e == 0, 0) && !(e = ac.long_entry(acc))) return false;
      k += meaning_of(e);
      out[places[k]] = take(e);
      if (k >= DCTSIZE2 - 1) return true;
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
          if (valid() < 32) fill();
          uint32_t e = ac.main[acc >> (64 - kCodeBits)];
          if (e == 0 && !(e = ac.long_entry(acc))) return false;
          k += static_cast<int>(meaning_of(e));
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

__attribute__((always_inline)) inline void JpegHuffman::keep(const Bits& in) {
  at_ = in.at;
  acc_ = in.acc;
  count_ = in.valid();
}

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

// Lays out the MCUs of a scan (T.81, A.2) and finds its tables.
bool JpegHuffman::prepare(j_decompress_ptr info) {
  if (!enabled || info->progressive_mode || info->arith_code || info->data_precision != 8) return false;
  if (info->comps_in_scan != info->num_components) return false;
  // At most four pairs of tables are in use at once, so the cache cannot run out.
  static_assert(kTables >= 2 * NUM_HUFF_TBLS);
  blocks_ = 0;
  all_needed_ = true;
  for (int c = 0; c < info->comps_in_scan; ++c) {
    const jpeg_component_info& component = *info->cur_comp_info[c];
    const int blocks = info->comps_in_scan == 1 ? 1 : component.h_samp_factor * component.v_samp_factor;
    if (blocks_ + blocks > D_MAX_BLOCKS_IN_MCU) return false;
    const int dc_no = component.dc_tbl_no, ac_no = component.ac_tbl_no;
    if (dc_no < 0 || dc_no >= NUM_HUFF_TBLS || ac_no < 0 || ac_no >= NUM_HUFF_TBLS) return false;
    const JHUFF_TBL *dc = info->dc_huff_tbl_ptrs[dc_no], *ac = info->ac_huff_tbl_ptrs[ac_no];
    if (!dc || !ac || !sound_codes(*dc, false) || !sound_codes(*ac, true)) return false;
    for (const int end = blocks_ + blocks; blocks_ < end;) {
      const int b = blocks_++;
      dc_[b] = ac_[b] = nullptr;
      dc_[b] = table_of(*dc, false);
      ac_[b] = table_of(*ac, true);
      component_[b] = c;
    }
  }
  std::memset(last_dc_, 0, sizeof last_dc_);
  can_skip_ = false;
  column_ = 0;
  const JDIMENSION pixels = DCTSIZE * (info->comps_in_scan == 1 ? 1 : info->max_h_samp_factor);
  columns_ = (info->image_width + pixels - 1) / pixels;
  restart_interval_ = restarts_left_ = info->restart_interval;
  next_restart_ = 0;
  source_ = info->src->next_input_byte;
  source_end_ = source_ + info->src->bytes_in_buffer;
  buffer_ = static_cast<uint8_t*>(
      info->mem->alloc_large(reinterpret_cast<j_common_ptr>(info), JPOOL_IMAGE, kBuffer + 2 * kMostMcuBytes + 16));
  begin_segment();
  ++taken;
  return true;
}

bool JpegHuffman::begin(j_decompress_ptr info) { return prepare(info); }

bool JpegHuffman::take_over(j_decompress_ptr info, JDIMENSION first, JDIMENSION last,
                            void (*give_up)(j_decompress_ptr)) {
  if (!kKnownLibrary || !prepare(info)) return false;
  for (int b = 0; b < blocks_; ++b) {
    const jpeg_component_info& component = *info->cur_comp_info[component_[b]];
    needed_[b] = component.component_needed;
    dc_only_[b] = component.DCT_scaled_size == 1;
    all_needed_ = all_needed_ && needed_[b] && !dc_only_[b];
  }
  give_up_ = give_up;
  first_ = first;
  last_ = last;
  reinterpret_cast<JpegErrors*>(info->err)->huffman = this;
  EntropyMethods::of(info).decode_mcu = decode_mcu;
  return true;
}

const uint8_t* JpegHuffman::places_of_rows(int row) { return kPlaces[row == 8 ? 0 : row == 16 ? 1 : 2].at; }

bool JpegHuffman::decode(int mcus, const Target& target) {
  const bool good = target.all_wanted ? decode_mcus<true>(mcus, target) : decode_mcus<false>(mcus, target);
  given_up += !good;
  return good;
}

bool JpegHuffman::skip(int mcus) {
  static constexpr bool kNone[D_MAX_BLOCKS_IN_MCU] = {};
  static constexpr uint16_t kNowhere[D_MAX_BLOCKS_IN_MCU] = {};
  return decode(mcus, {nullptr, kNowhere, nullptr, kNone, false});
}

#if defined(__x86_64__)
template <bool kAll>
__attribute__((target("bmi,bmi2"))) bool JpegHuffman::decode_mcus_bmi2(int mcus, const Target& target) {
  return decode_mcus_inline<kAll>(mcus, target);
}
#endif

template <bool kAll>
bool JpegHuffman::decode_mcus(int mcus, const Target& target) {
#if defined(__x86_64__)
  if (bmi2_) return decode_mcus_bmi2<kAll>(mcus, target);
#endif
  return decode_mcus_inline<kAll>(mcus, target);
}

template <bool kAll>
__attribute__((always_inline)) inline bool JpegHuffman::decode_mcus_inline(int mcus, const Target& target) {
  if (!kAll && !can_skip_) make_skip();
  Bits in{{at_, acc_, static_cast<uint32_t>(count_)}};
  const uint16_t* at = target.at;
  const int blocks = blocks_;
  for (; mcus > 0; --mcus) {
    if (__builtin_expect(end_ - in.at < kMostMcuBytes && !whole_, 0)) {
      keep(in);
      refill();
      in.at = at_;
    }
    if (restart_interval_) {
      if (restarts_left_ == 0) {
        keep(in);
        if (!restart()) return false;
        in = {{at_, acc_, static_cast<uint32_t>(count_)}};
      }
      --restarts_left_;
    }
    for (int b = 0; b < blocks; ++b) {
      const Table& dc = *dc_[b];
      in.fill();
      uint32_t e = dc.main[in.acc >> (64 - kCodeBits)];
      if (__builtin_expect(e == 0, 0) && !(e = dc.long_entry(in.acc))) return false;
      // Unsigned, because corrupt data may overflow; only the low 16 bits count.
      unsigned& last = last_dc_[component_[b]];
      last += static_cast<unsigned>(in.take(e));
      if (kAll || target.wanted[b]) {
        JCOEF* const out = target.to + at[b];
        out[0] = static_cast<JCOEF>(last);
        if (!in.store(*ac_[b], out, target.places)) return false;
      } else if (!in.skip(*ac_[b])) {
        return false;
      }
    }
    if ((in.at - end_) * 8 > in.valid()) return false;
    if (target.to) at += blocks;
  }
  keep(in);
  return true;
}

boolean JpegHuffman::decode_mcu(j_decompress_ptr info, JBLOCKROW* blocks) {
  JpegHuffman& self = *reinterpret_cast<JpegErrors*>(info->err)->huffman;
  const auto give_up = [&] {
    ++self.given_up;
    self.give_up_(info);
  };
  if (self.end_ - self.at_ < kMostMcuBytes && !self.whole_) self.refill();
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
  Bits in{{at_, acc_, static_cast<uint32_t>(count_)}};
  for (int b = 0; b < blocks_; ++b) {
    const Table& dc = *dc_[b];
    in.fill();
    uint32_t e = dc.main[in.acc >> (64 - kCodeBits)];
    if (__builtin_expect(e == 0, 0) && !(e = dc.long_entry(in.acc))) return false;
    // Unsigned, because corrupt data may overflow; only the low 16 bits count.
    unsigned& last = last_dc_[component_[b]];
    last += static_cast<unsigned>(in.take(e));
    if (kWhole || (blocks && needed_[b])) {
      JCOEF* const out = *blocks[b];
      out[0] = static_cast<JCOEF>(last);
      if (!kWhole && dc_only_[b]) {
        if (!in.skip(*ac_[b])) return false;
      } else if (!in.store(*ac_[b], out, kPlaces[0].at)) {
        return false;
      }
    } else if (!in.skip(*ac_[b])) {
      return false;
    }
  }
  keep(in);
  return (at_ - end_) * 8 <= count_;
}

// The bits of a scan, up to a restart marker.
void JpegHuffman::begin_segment() {
  at_ = end_ = buffer_;
  acc_ = 0;
  count_ = 0;
  whole_ = false;
  refill();
}

// Copies more of the file behind the bytes that are not read yet, without the zeros that are stuffed behind 0xFF. Where
// the segment ends, zeros follow, as many as an MCU may read.
void JpegHuffman::refill() {
  const size_t left = static_cast<size_t>(end_ - at_);
  std::memmove(buffer_, at_, left);
  at_ = buffer_;
  uint8_t* to = buffer_ + left;
  const uint8_t* const from_end = source_ + std::min<ptrdiff_t>(kBuffer, source_end_ - source_);
  const uint8_t* from = source_;
  whole_ = copy_entropy_coded(from, from_end, source_end_, to);
  source_ = from;
  end_ = to;
  whole_ = whole_ || source_ >= source_end_;
  if (whole_) std::memset(to, 0, kMostMcuBytes);
}

// Reads past the restart marker that must come now.
bool JpegHuffman::restart() {
  // The rest of the last byte is padding; a whole byte would mean that something was not decoded.
  if ((end_ - at_) * 8 + count_ >= 8) return false;
  if (source_end_ - source_ < 2 || source_[0] != 0xff || source_[1] != 0xd0 + next_restart_) return false;
  source_ += 2;
  next_restart_ = (next_restart_ + 1) & 7;
  std::memset(last_dc_, 0, sizeof last_dc_);
  restarts_left_ = restart_interval_;
  begin_segment();
  return true;
}

}  // namespace penstock::codecs
