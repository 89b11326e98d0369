// Samples are scaled from the file's maximum to the full range of 8 bits, or of 16 when the maximum is above 255.
#include "codecs/pnm/pnm.h"

#include <cstring>

#include "codecs/byte_reader.h"
#include "codecs/unchanged.h"

namespace penstock::codecs {
namespace {

[[noreturn]] void bad(const char* expected, Bytes file) {
  fail(ErrorCode::BAD_SAMPLE, "Expected %s in a PNM file but received %zu bytes without it", expected, file.size);
}

bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Reads the parts of a file that are text: numbers between blanks and comments.
struct Text {
  Bytes file;
  size_t at;

  void skip_blanks() {
    for (; at < file.size; ++at) {
      if (file.data[at] == '#') {
        while (at < file.size && file.data[at] != '\n' && file.data[at] != '\r') ++at;
        if (at == file.size) return;
      } else if (!is_space(file.data[at])) {
        return;
      }
    }
  }
  uint32_t number(const char* what) {
    skip_blanks();
    uint64_t v = 0;
    const size_t from = at;
    for (; at < file.size && file.data[at] >= '0' && file.data[at] <= '9'; ++at) {
      v = v * 10 + static_cast<uint64_t>(file.data[at] - '0');
      if (v > INT32_MAX) bad(what, file);
    }
    if (at == from) bad(what, file);
    return static_cast<uint32_t>(v);
  }
  // In P1 the digits need no blanks between them.
  uint32_t bit() {
    skip_blanks();
    if (at == file.size || (file.data[at] != '0' && file.data[at] != '1')) bad("0 or 1 for each pixel", file);
    return static_cast<uint32_t>(file.data[at++] - '0');
  }
};

struct Layout {
  char kind = 0;  // '1'..'6'
  uint32_t w = 0, h = 0, max = 1;
  size_t pixels_at = 0;

  bool text() const { return kind <= '3'; }
  bool bitmap() const { return kind == '1' || kind == '4'; }
  int channels() const { return kind == '3' || kind == '6' ? 3 : 1; }
  int bits() const { return max > 255 ? 16 : 8; }
  uint64_t row_values() const { return static_cast<uint64_t>(w) * static_cast<uint64_t>(channels()); }
  uint64_t row_bytes() const {
    return kind == '4' ? (uint64_t{w} + 7) / 8 : row_values() * static_cast<uint64_t>(bits() / 8);
  }
};

Layout parse(Bytes file) {
  Layout l;
  if (file.size < 3 || file.data[0] != 'P' || file.data[1] < '1' || file.data[1] > '6') bad("P1 to P6", file);
  l.kind = static_cast<char>(file.data[1]);
  Text t{file, 2};
  l.w = t.number("a width");
  l.h = t.number("a height");
  if (!l.bitmap()) {
    l.max = t.number("a maximum");
    if (!l.max || l.max > 65535) bad("a maximum of 1 to 65535", file);
  }
  // Exactly one blank separates the header from binary pixels.
  if (!l.text() && (t.at >= file.size || !is_space(file.data[t.at++]))) bad("a blank after the header", file);
  l.pixels_at = t.at;
  return l;
}

// Reads the samples of the file one after the other, whatever their kind.
struct Samples {
  const Layout& l;
  Text text;

  uint32_t next() {
    const uint32_t v = l.kind == '1' ? 1 - text.bit() : text.number("a value for each pixel");
    if (v > l.max) bad("values of at most the maximum", text.file);
    return v;
  }
};

inline uint32_t scale(uint32_t v, uint32_t max, uint32_t top) { return max == top ? v : (v * top + max / 2) / max; }

template <class T>
void read_text(const Layout& l, Bytes file, Window stored, T* out) {
  Samples s{l, {file, l.pixels_at}};
  const uint32_t top = l.bits() == 16 ? 65535 : 255;
  for (uint64_t i = 0, n = static_cast<uint64_t>(stored.y) * l.row_values(); i < n; ++i) s.next();
  for (uint64_t i = 0, n = static_cast<uint64_t>(stored.h) * l.row_values(); i < n; ++i)
    out[i] = static_cast<T>(scale(s.next(), l.max, top));
}

template <class T>
void read_binary_row(const Layout& l, const uint8_t* row, T* out, Bytes file) {
  const uint32_t top = l.bits() == 16 ? 65535 : 255;
  uint32_t highest = 0;
  for (uint64_t i = 0, n = l.row_values(); i < n; ++i) {
    uint32_t v;
    if (l.kind == '4')
      v = ~row[i / 8] >> (7 - i % 8) & 1;
    else if (sizeof(T) == 2)
      v = static_cast<uint32_t>(row[2 * i] << 8 | row[2 * i + 1]);
    else
      v = row[i];
    highest = v > highest ? v : highest;
    out[i] = static_cast<T>(scale(v, l.max, top));
  }
  if (highest > l.max) bad("values of at most the maximum", file);
}

template <class T>
void read_rows(const Layout& l, Bytes file, Window stored, T* out) {
  if (l.text()) return read_text(l, file, stored, out);
  const uint8_t* row = file.data + l.pixels_at + static_cast<uint64_t>(stored.y) * l.row_bytes();
  for (int y = 0; y < stored.h; ++y, row += l.row_bytes(), out += l.row_values()) read_binary_row(l, row, out, file);
}

}  // namespace

Header peek_pnm(Bytes file) {
  const Layout l = parse(file);
  Header h;
  h.format = Format::pnm;
  h.width = static_cast<int>(l.w);
  h.height = static_cast<int>(l.h);
  h.channels = l.channels();
  h.bits = l.bits();
  // As text, a bit takes at least one byte, and a value with its blank at least two.
  const int stored_bits = l.kind == '1'   ? 8
                          : l.kind == '4' ? 1
                          : l.text()      ? 16 * l.channels()
                                          : l.bits() * l.channels();
  check_claim(h, stored_bits, 1);
  // The last value of a text file needs no blank after it.
  if (l.text() && l.kind != '1') h.least_bytes -= 1;
  return h;
}

RawImage decode_pnm(const DecodeTask& task) {
  const Bytes file = task.file;
  const Header& header = task.header;
  const Window stored = task.stored;
  const Layout l = parse(file);
  check_unchanged(header, l.w, l.h);
  const uint64_t need = l.pixels_at + l.row_bytes() * l.h;
  if (!l.text() && need > file.size)
    fail(ErrorCode::BAD_SAMPLE, "Expected %llu bytes for a %dx%d PNM but received %zu",
         static_cast<unsigned long long>(need), header.width, header.height, file.size);
  RawImage raw;
  raw.w = header.width;
  raw.channels = l.channels();
  raw.bits = l.bits();
  raw.stride = l.row_values() * static_cast<uint64_t>(l.bits() / 8);
  if (l.max == 255 && !l.text()) {
    raw.h = header.height;
    raw.data = file.data + l.pixels_at;
    return raw;
  }
  raw.y = stored.y;
  raw.h = stored.h;
  auto* out = task.scratch.bytes(raw.stride * static_cast<size_t>(stored.h));
  raw.data = out;
  if (raw.bits == 16)
    read_rows(l, file, stored, static_cast<uint16_t*>(out));
  else
    read_rows(l, file, stored, static_cast<uint8_t*>(out));
  return raw;
}

}  // namespace penstock::codecs
