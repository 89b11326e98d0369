// Markers are read as libjpeg reads them, but nothing is forgiven: bytes before a marker, missing bits and repeated
// scans all leave the image to libjpeg.
#include "codecs/jpeg/progressive/scans.h"

#include "codecs/jpeg/jpeg_watch.h"

namespace penstock::codecs {
namespace {

// Zeros after the last scan: more than a block or an MCU may read beyond the end of its bytes.
constexpr size_t kScanPadding = 512;

enum ScanMarker : uint8_t {
  kDHT = 0xc4,
  kRST0 = 0xd0,
  kRST7 = 0xd7,
  kEOI = 0xd9,
  kSOS = 0xda,
  kDRI = 0xdd,
  kCOM = 0xfe
};

struct ScanHeader {
  int count;
  int component[MAX_COMPS_IN_SCAN], dc[MAX_COMPS_IN_SCAN], ac[MAX_COMPS_IN_SCAN];
  int first, last, high, low;
};

class ScanReader {
 public:
  explicit ScanReader(j_decompress_ptr info)
      : info_(info), at_(info->src->next_input_byte), end_(at_ + info->src->bytes_in_buffer) {
    for (auto& component : bits_) std::fill_n(component, DCTSIZE2, -1);
  }

  bool run(JpegScanList& list) {
    if (info_->num_components > MAX_COMPS_IN_SCAN || end_ - at_ > UINT32_MAX || !distinct_components()) return false;
    for (int i = 0; i < NUM_HUFF_TBLS; ++i) {
      if ((has_[0][i] = info_->dc_huff_tbl_ptrs[i])) symbols_[0][i] = *info_->dc_huff_tbl_ptrs[i];
      if ((has_[1][i] = info_->ac_huff_tbl_ptrs[i])) symbols_[1][i] = *info_->ac_huff_tbl_ptrs[i];
    }
    interval_ = info_->restart_interval;
    list.scans = take<JpegScan>(kMaxScans);
    list.count = 0;
    to_ = take<uint8_t>(static_cast<size_t>(end_ - at_) + kScanPadding);
    ScanHeader header = first_header();
    do {
      if (list.count == kMaxScans) return false;
      JpegScan& scan = list.scans[list.count++];
      if (!progresses(header) || !set_up(header, scan) || !read_bytes(scan)) return false;
      if (!read_segments(header)) return false;
    } while (header.count);
    std::memset(to_, 0, kScanPadding);
    return complete();
  }

 private:
  template <class T>
  T* take(size_t count) {
    return static_cast<T*>(
        info_->mem->alloc_large(reinterpret_cast<j_common_ptr>(info_), JPOOL_IMAGE, count * sizeof(T)));
  }

  bool distinct_components() const {
    for (int a = 0; a < info_->num_components; ++a) {
      for (int b = 0; b < a; ++b) {
        if (info_->comp_info[a].component_id == info_->comp_info[b].component_id) return false;
      }
    }
    return true;
  }

  ScanHeader first_header() const {
    ScanHeader h = {};
    h.count = info_->comps_in_scan;
    for (int i = 0; i < h.count; ++i) {
      const jpeg_component_info& c = *info_->cur_comp_info[i];
      h.component[i] = c.component_index, h.dc[i] = c.dc_tbl_no, h.ac[i] = c.ac_tbl_no;
    }
    h.first = info_->Ss, h.last = info_->Se, h.high = info_->Ah, h.low = info_->Al;
    return h;
  }

  // Whether the scan goes on where the earlier ones have left its coefficients.
  bool progresses(const ScanHeader& h) {
    if (h.first == 0 ? h.last != 0 : h.count != 1 || h.last < h.first || h.last >= DCTSIZE2) return false;
    if (h.low > 13 || (h.high && h.low != h.high - 1)) return false;
    for (int i = 0; i < h.count; ++i) {
      int* const bits = bits_[h.component[i]];
      if (h.first && bits[0] < 0) return false;
      for (int k = h.first; k <= h.last; ++k) {
        if (bits[k] != (h.high ? h.high : -1)) return false;
        bits[k] = h.low;
      }
    }
    return true;
  }

  bool complete() const {
    for (int c = 0; c < info_->num_components; ++c) {
      for (const int bits : bits_[c]) {
        if (bits) return false;
      }
    }
    return true;
  }

  bool set_up(const ScanHeader& h, JpegScan& s) {
    s.count = h.count;
    s.first = h.first, s.last = h.last, s.low = h.low;
    s.refines = h.high != 0;
    int blocks = 0;
    for (int i = 0; i < h.count; ++i) {
      const jpeg_component_info& c = info_->comp_info[s.component[i] = h.component[i]];
      blocks += c.h_samp_factor * c.v_samp_factor;
      for (int k = 0; k < i; ++k) {
        if (s.component[k] == s.component[i]) return false;
      }
      s.codes[i] = nullptr;
      const bool ac = h.first != 0;
      if ((ac || !s.refines) && !(s.codes[i] = codes(ac, ac ? h.ac[i] : h.dc[i], s.refines, s.low))) return false;
      s.last_dc[i] = 0;
    }
    return h.count == 1 || blocks <= D_MAX_BLOCKS_IN_MCU;
  }

  // A table that several scans use in the same way is made once.
  const CodeTable* codes(bool ac, int slot, bool refines, int low) {
    if (slot < 0 || slot >= NUM_HUFF_TBLS || !has_[ac][slot]) return nullptr;
    Made& made = made_[ac][slot];
    if (made.table && (!ac || (made.refines == refines && made.low == low))) return made.table;
    const JHUFF_TBL& source = symbols_[ac][slot];
    if (!sound_codes(source, ac)) return nullptr;
    CodeTable* const t = take<CodeTable>(1);
    t->fill(source, [&](int symbol, int length) {
      return !ac       ? code_entry(length, symbol, 1)
             : refines ? refining_entry(symbol, length)
                       : first_entry(symbol, length, low);
    });
    made = {t, refines, low};
    return t;
  }

  // MCUs of the scan: where it has one component, its blocks without those that fill up MCUs of several.
  uint64_t mcus(const JpegScan& s) const {
    const jpeg_component_info& c = info_->comp_info[s.component[0]];
    if (s.count == 1) return uint64_t{c.width_in_blocks} * c.height_in_blocks;
    const auto across = [](JDIMENSION pixels, int factor) {
      return (pixels + DCTSIZE * factor - 1) / (DCTSIZE * factor);
    };
    return uint64_t{across(info_->image_width, info_->max_h_samp_factor)} *
           across(info_->image_height, info_->max_v_samp_factor);
  }

  // Copies the scan's bytes up to the marker that ends it. All restart markers must be there.
  bool read_bytes(JpegScan& s) {
    s.interval = interval_;
    // No scan has as many MCUs.
    s.left = interval_ ? interval_ : UINT32_MAX;
    s.run = 0;
    const uint64_t segments = interval_ ? (mcus(s) + interval_ - 1) / interval_ : 1;
    if (segments - 1 > static_cast<uint64_t>(end_ - at_) / 2) return false;
    auto* const sizes = take<uint32_t>(segments);
    uint8_t* const begin = to_;
    for (uint64_t i = 0;; ++i) {
      const uint8_t* const from = to_;
      if (!copy_entropy_coded(at_, end_, end_, to_) || end_ - at_ < 2) return false;
      sizes[i] = static_cast<uint32_t>(to_ - from);
      if (at_[1] < kRST0 || at_[1] > kRST7) {
        if (i + 1 != segments) return false;
        break;
      }
      if (i + 1 == segments || at_[1] != kRST0 + (i & 7)) return false;
      at_ += 2;
    }
    s.bits = {begin, 0, 0};
    s.end = begin + sizes[0];
    s.next_segment = sizes + 1;
    return true;
  }

  // Reads segments up to the next scan's header, or up to the end of the image, which has no components.
  bool read_segments(ScanHeader& header) {
    for (;;) {
      if (end_ - at_ < 2 || at_[0] != 0xff) return false;
      const uint8_t marker = at_[1];
      at_ += 2;
      header.count = 0;
      if (marker == kEOI) return true;
      if (end_ - at_ < 2) return false;
      const ptrdiff_t size = at_[0] << 8 | at_[1];
      if (size < 2 || size > end_ - at_) return false;
      const uint8_t* const body = at_ + 2;
      at_ += size;
      switch (marker) {
        case kSOS: return read_header(body, size - 2, header);
        case kDHT:
          if (!read_codes(body, size - 2)) return false;
          break;
        case kDRI:
          if (size != 4) return false;
          interval_ = static_cast<unsigned>(body[0] << 8 | body[1]);
          break;
        case kCOM: break;
        default: return false;
      }
    }
  }

  bool read_header(const uint8_t* p, ptrdiff_t size, ScanHeader& h) const {
    if (size < 1 || p[0] < 1 || p[0] > MAX_COMPS_IN_SCAN || size != 4 + 2 * p[0]) return false;
    h.count = *p++;
    for (int i = 0; i < h.count; ++i, p += 2) {
      int c = 0;
      while (c < info_->num_components && info_->comp_info[c].component_id != p[0]) ++c;
      if (c == info_->num_components) return false;
      h.component[i] = c, h.dc[i] = p[1] >> 4, h.ac[i] = p[1] & 15;
    }
    h.first = p[0], h.last = p[1], h.high = p[2] >> 4, h.low = p[2] & 15;
    return true;
  }

  bool read_codes(const uint8_t* p, ptrdiff_t size) {
    while (size > 16) {
      const int slot = p[0] & 15, kind = p[0] >> 4;
      if (kind > 1 || slot >= NUM_HUFF_TBLS) return false;
      JHUFF_TBL& t = symbols_[kind][slot];
      t = {};
      std::copy(p + 1, p + 17, t.bits + 1);
      int count = 0;
      for (int i = 1; i <= 16; ++i) count += t.bits[i];
      p += 17, size -= 17;
      if (count > 256 || count > size) return false;
      std::copy(p, p + count, t.huffval);
      p += count, size -= count;
      has_[kind][slot] = true;
      made_[kind][slot].table = nullptr;
    }
    return size == 0;
  }

  j_decompress_ptr info_;
  const uint8_t *at_, *end_;
  uint8_t* to_ = nullptr;
  unsigned interval_ = 0;
  int bits_[MAX_COMPS_IN_SCAN][DCTSIZE2];  // by component and coefficient: the place of the last bit; -1: none came yet
  // Tables of codes, DC's and AC's.
  JHUFF_TBL symbols_[2][NUM_HUFF_TBLS];
  bool has_[2][NUM_HUFF_TBLS];
  struct Made {
    const CodeTable* table = nullptr;
    bool refines = false;
    int low = 0;
  } made_[2][NUM_HUFF_TBLS];
};

}  // namespace

bool read_scans(j_decompress_ptr info, JpegScanList& list) { return ScanReader(info).run(list); }

}  // namespace penstock::codecs
