// See jpeg_plan.h. ITU-T T.81 annex B, with libjpeg's rules for colours.
#include "gpu_plugin/jpeg/jpeg_plan.h"

#include <cstring>

#include "gpu_plugin/jpeg/huffman_layout.h"

namespace penstock::gpu {
namespace {

enum Marker : int {
  kSOF0 = 0xc0,
  kSOF1 = 0xc1,
  kDHT = 0xc4,
  kDAC = 0xcc,
  kRST0 = 0xd0,
  kRST7 = 0xd7,
  kSOI = 0xd8,
  kEOI = 0xd9,
  kSOS = 0xda,
  kDQT = 0xdb,
  kDRI = 0xdd,
  kAPP0 = 0xe0,
  kAPP14 = 0xee,
  kAPP15 = 0xef,
  kCOM = 0xfe
};
constexpr int kTables = 4;
constexpr int kMaxSide = 65500;
// Positions in a scan are counted in bits, in 32 bits.
constexpr int64_t kMaxBytes = int64_t{1} << 28;

int u16(const uint8_t* p) { return p[0] << 8 | p[1]; }

class Reader {
 public:
  Reader(const uint8_t* data, int64_t size, JpegPlan& plan) : data_(data), size_(size), plan_(plan) {}

  const char* read() {
    if (size_ < 4 || data_[0] != 0xff || data_[1] != kSOI) return "not a JPEG";
    if (size_ > kMaxBytes) return "a file of more than 256 MB";
    for (;;) {
      int marker, length;
      if (const char* why = next(marker, length)) return why;
      if (marker == kEOI) return complete() ? nullptr : "a component without a scan";
      if (const char* why = segment(marker, data_ + at_ + 2, length - 2)) return why;
      at_ += length;
      if (marker != kSOS) continue;
      if (const char* why = end_scan()) return why;
      if (plan_.scans == 1 && plan_.scan[0].last) return nullptr;
    }
  }

 private:
  // Reads a marker and the length of its segment; EOI has none.
  const char* next(int& marker, int& length) {
    while (at_ + 2 <= size_ && data_[at_] == 0xff && data_[at_ + 1] == 0xff) ++at_;
    if (at_ + 2 > size_) return "a header that is cut short";
    if (data_[at_] != 0xff) return "stray bytes between markers";
    marker = data_[at_ + 1];
    at_ += 2;
    if (marker == kEOI) return nullptr;
    if (marker < kSOF0 || (marker >= kRST0 && marker <= kSOI)) return "a marker out of its place";
    if (at_ + 2 > size_) return "a header that is cut short";
    length = u16(data_ + at_);
    return length < 2 || at_ + length > size_ ? "a header that is cut short" : nullptr;
  }

  const char* segment(int marker, const uint8_t* p, int size) {
    if (marker == kDHT) return huffman(p, size);
    if (marker == kDAC) return "arithmetic coding";
    if (marker == kDQT) return quantisation(p, size);
    if (marker == kSOS) return scan(p, size);
    if (marker < kSOI) return frame(marker, p, size);
    if (marker == kDRI) {
      if (size != 2) return "a restart interval of a wrong length";
      restart_ = u16(p);
    } else if (marker == kAPP0) {
      if (size >= 14 && !std::memcmp(p, "JFIF", 5)) {
        if (p[5] != 1) return "a JFIF version other than 1";  // libjpeg warns
        jfif_ = true;
      }
    } else if (marker == kAPP14) {
      if (size >= 12 && !std::memcmp(p, "Adobe", 5)) adobe_ = p[11];
    } else if (marker < kAPP0 || (marker > kAPP15 && marker != kCOM)) {
      return "a marker out of its place";
    }
    return nullptr;
  }

  const char* frame(int marker, const uint8_t* p, int size) {
    if (framed_) return "two frame headers";
    if (marker > kSOF1) return "not a sequential JPEG with Huffman codes";
    if (size < 6 || size != 6 + 3 * p[5]) return "a frame header of a wrong length";
    if (p[0] != 8) return "not 8 bits per sample";
    plan_.height = u16(p + 1);
    plan_.width = u16(p + 3);
    if (!plan_.height || !plan_.width) return "a header without a size";
    if (plan_.height > kMaxSide || plan_.width > kMaxSide) return "more pixels than libjpeg takes";
    const int n = p[5];
    if (n != 1 && n != 3 && n != 4) return "neither 1, 3 nor 4 components";
    plan_.components = static_cast<uint8_t>(n);
    for (int c = 0; c < n; ++c) {
      const uint8_t* q = p + 6 + 3 * c;
      JpegComponent& to = plan_.component[c];
      id_[c] = q[0];
      to.h = q[1] >> 4;
      to.v = q[1] & 15;
      if (to.h < 1 || to.h > 4 || to.v < 1 || to.v > 4) return "sampling factors beyond 1 to 4";
      if (q[2] >= kTables) return "a number of a quantisation table beyond 3";
      quant_of_[c] = q[2];
      for (int k = 0; k < c; ++k) {
        if (id_[k] == id_[c]) return "two components of one name";
      }
    }
    framed_ = true;
    return fraction() ? "fractional sampling" : nullptr;
  }

  // Whether a component's samples do not divide those of the image evenly.
  bool fraction() const {
    int h = 1, v = 1;
    for (int c = 0; c < plan_.components; ++c) {
      if (plan_.component[c].h > h) h = plan_.component[c].h;
      if (plan_.component[c].v > v) v = plan_.component[c].v;
    }
    for (int c = 0; c < plan_.components; ++c) {
      if (h % plan_.component[c].h || v % plan_.component[c].v) return true;
    }
    return false;
  }

  const char* quantisation(const uint8_t* p, int size) {
    for (int at = 0; at < size;) {
      const int wide = p[at] >> 4, table = p[at] & 15;
      const int bytes = wide ? 128 : 64;
      if (wide > 1 || table >= kTables || at + 1 + bytes > size) return "a quantisation table that is wrong";
      for (int i = 0; i < 64; ++i) {
        const int value = wide ? u16(p + at + 1 + 2 * i) : p[at + 1 + i];
        if (!value || value > kMaxQuant) return "quantisation beyond the kernels' range";
      }
      quant_[table] = p + at + 1 - data_;
      quant16_[table] = wide == 1;
      at += 1 + bytes;
    }
    return nullptr;
  }

  const char* huffman(const uint8_t* p, int size) {
    for (int at = 0; at < size;) {
      if (at + 17 > size) return "a Huffman table that is cut short";
      const int ac = p[at] >> 4, table = p[at] & 15;
      if (ac > 1 || table >= kTables) return "a number of a Huffman table beyond 3";
      const uint8_t* counts = p + at + 1;
      int values = 0;
      for (int i = 0; i < 16; ++i) values += counts[i];
      if (values > 256 || at + 17 + values > size) return "a Huffman table that is cut short";
      if (!huffman_codes_fit(counts)) return "Huffman codes that do not fit";
      for (int i = 0; !ac && i < values; ++i) {
        if (counts[16 + i] > 15) return "a DC code beyond 15 bits";
      }
      (ac ? ac_ : dc_)[table] = counts - data_;
      at += 17 + values;
    }
    return nullptr;
  }

  const char* scan(const uint8_t* p, int size) {
    if (!framed_) return "a scan without a frame header";
    if (plan_.scans == kJpegComponents) return "more scans than components";
    const int n = size ? p[0] : 0;
    if (n < 1 || n > plan_.components || size != 4 + 2 * n) return "a scan header of a wrong length";
    if (p[1 + 2 * n] != 0 || p[2 + 2 * n] != 63 || p[3 + 2 * n] != 0) return "a scan of a progressive JPEG";
    JpegScan& s = plan_.scan[plan_.scans];
    s.components = static_cast<uint8_t>(n);
    s.restart = restart_;
    int blocks = 0;
    for (int i = 0; i < n; ++i) {
      int c = 0;
      while (c < plan_.components && id_[c] != p[1 + 2 * i]) ++c;
      // Another order is allowed, but unusual.
      if (c == plan_.components || seen_[c] || (i && c <= s.component[i - 1]))
        return "components of a scan out of order";
      seen_[c] = true;
      s.component[i] = static_cast<uint8_t>(c);
      const int dc = p[2 + 2 * i] >> 4, ac = p[2 + 2 * i] & 15;
      if (dc >= kTables || ac >= kTables || !dc_[dc] || !ac_[ac]) return "a Huffman table that the file does not have";
      s.dc[i] = dc_[dc];
      s.ac[i] = ac_[ac];
      JpegComponent& to = plan_.component[c];
      if (!quant_[quant_of_[c]]) return "a quantisation table that the file does not have";
      to.quant = quant_[quant_of_[c]];
      to.quant16 = quant16_[quant_of_[c]];
      blocks += to.h * to.v;
    }
    return n > 1 && blocks > kJpegMcuBlocks ? "more than 10 blocks in an MCU" : nullptr;
  }

  // Finds the end of the scan's data, unless the scan has all components: then kernels find it.
  const char* end_scan() {
    JpegScan& s = plan_.scan[plan_.scans++];
    s.from = at_;
    s.to = size_;
    s.last = s.components == plan_.components;
    if (plan_.scans == 1) {
      if (const char* why = choose_color()) return why;
    }
    if (s.last) return nullptr;
    const uint8_t* p = data_ + at_;
    const uint8_t* const end = data_ + size_;
    for (;;) {
      p = static_cast<const uint8_t*>(std::memchr(p, 0xff, static_cast<size_t>(end - p)));
      if (!p || p + 1 >= end) return "a scan without an end";
      if (p[1] && (p[1] < kRST0 || p[1] > kRST7)) break;
      p += 2;
    }
    s.last = p[1] == kEOI;
    at_ = p - data_;
    s.to = at_ + 2;
    return nullptr;
  }

  bool complete() const {
    for (int c = 0; c < plan_.components; ++c) {
      if (!seen_[c]) return false;
    }
    return framed_;
  }

  // libjpeg's rule: the JFIF marker, then Adobe's, then the names of the components. It warns of transforms that are
  // unknown.
  const char* choose_color() {
    plan_.adobe = adobe_ >= 0;
    if (plan_.components == 1) {
      plan_.color = JpegColor::gray;
    } else if (plan_.components == 4) {
      if (adobe_ > 0 && adobe_ != 2) return "an unknown transform in Adobe's marker";
      plan_.color = adobe_ == 2 ? JpegColor::ycck : JpegColor::cmyk;
    } else {
      if (!jfif_ && adobe_ > 1) return "an unknown transform in Adobe's marker";
      const bool rgb = !jfif_ && (adobe_ < 0 ? !std::memcmp(id_, "RGB", 3) : adobe_ == 0);
      plan_.color = rgb ? JpegColor::rgb : JpegColor::ycbcr;
    }
    return nullptr;
  }

  const uint8_t* const data_;
  const int64_t size_;
  JpegPlan& plan_;
  int64_t at_ = 2;
  bool framed_ = false, jfif_ = false;
  int adobe_ = -1;
  int restart_ = 0;
  uint8_t id_[kJpegComponents] = {}, quant_of_[kJpegComponents] = {};
  bool seen_[kJpegComponents] = {};
  int64_t quant_[kTables] = {}, dc_[kTables] = {}, ac_[kTables] = {};
  bool quant16_[kTables] = {};
};

}  // namespace

const char* plan_jpeg(const uint8_t* data, int64_t size, JpegPlan* plan) {
  *plan = {};
  return Reader(data, size, *plan).read();
}

}  // namespace penstock::gpu
