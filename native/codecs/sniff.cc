// Which format a file is, by its first bytes; and words for what is none.
#include <cctype>
#include <cstdio>
#include <cstring>

#include "codecs/codec.h"

namespace penstock::codecs {
namespace {

bool starts(Bytes b, const char* magic, size_t size, size_t at = 0) {
  return b.size >= at + size && !std::memcmp(b.data + at, magic, size);
}

bool is_pnm(Bytes b) {
  return b.size >= 3 && b.data[0] == 'P' && b.data[1] >= '1' && b.data[1] <= '6' &&
         (std::isspace(b.data[2]) || b.data[2] == '#');
}

// By the brands of its first box, the major one or a compatible one: an image, and no film.
Format sniff_heif(Bytes b) {
  if (!starts(b, "ftyp", 4, 4)) return Format::unknown;
  const uint32_t size = static_cast<uint32_t>(b.data[0]) << 24 | b.data[1] << 16 | b.data[2] << 8 | b.data[3];
  static constexpr const char* kHeif[] = {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2",
                                          "msf1", "miaf", "jpeg", "j2ki", "avci", "vvic", "evbi"};
  Format found = Format::unknown;
  // Brands fill the box; the second one's place holds a version.
  for (size_t at = 8; at + 4 <= size && at + 4 <= b.size && at < 256; at += at == 8 ? 8 : 4) {
    if (starts(b, "avif", 4, at) || starts(b, "avis", 4, at)) return Format::avif;
    for (const char* brand : kHeif) {
      if (starts(b, brand, 4, at)) found = Format::heif;
    }
  }
  return found;
}

}  // namespace

const char* format_name(Format f) {
  static constexpr const char* kNames[] = {"unknown", "JPEG", "PNG",       "WebP", "TIFF", "GIF",
                                           "BMP",     "PNM",  "JPEG 2000", "AVIF", "HEIF"};
  return kNames[static_cast<int>(f)];
}

Format sniff(Bytes b) {
  if (starts(b, "\xff\xd8\xff", 3)) return Format::jpeg;
  if (starts(b, "\x89PNG\r\n\x1a\n", 8)) return Format::png;
  if (starts(b, "RIFF", 4) && starts(b, "WEBP", 4, 8)) return Format::webp;
  if (starts(b, "II*\0", 4) || starts(b, "MM\0*", 4) || starts(b, "II+\0", 4) || starts(b, "MM\0+", 4)) {
    return Format::tiff;
  }
  if (starts(b, "GIF87a", 6) || starts(b, "GIF89a", 6)) return Format::gif;
  if (starts(b, "BM", 2)) return Format::bmp;
  if (is_pnm(b)) return Format::pnm;
  if (starts(b, "\0\0\0\x0cjP  \r\n\x87\n", 12) || starts(b, "\xff\x4f\xff\x51", 4)) return Format::jpeg2000;
  return sniff_heif(b);
}

void fail_not_an_image(Bytes b) {
  if (!b.size) fail(ErrorCode::BAD_SAMPLE, "Expected an image but received an empty file");
  const size_t n = b.size < 24 ? b.size : 24;
  bool text = true, zero = true;
  for (size_t i = 0; i < n; ++i) {
    const uint8_t c = b.data[i];
    text = text && (c >= 0x80 || std::isprint(c) || std::isspace(c));
    zero = zero && !c;
  }
  char start[80];
  if (zero) {
    fail(ErrorCode::BAD_SAMPLE, "Expected an image but received %zu bytes that start with zeros", b.size);
  }
  if (text) {
    for (size_t i = 0; i < n; ++i) start[i] = std::isspace(b.data[i]) ? ' ' : static_cast<char>(b.data[i]);
    // Not to cut a UTF-8 character in two.
    size_t end = n;
    while (n < b.size && end > 1 && (b.data[end] & 0xc0) == 0x80) --end;
    start[end] = 0;
    fail(ErrorCode::BAD_SAMPLE, "Expected an image but received text: starts with '%s%s'", start,
         end < b.size ? "..." : "");
  }
  for (size_t i = 0; i < n && i < 8; ++i) std::snprintf(start + 3 * i, 4, "%02x ", b.data[i]);
  start[3 * (n < 8 ? n : 8) - 1] = 0;
  fail(ErrorCode::BAD_SAMPLE, "Expected an image of a known format but received %zu bytes that start with %s", b.size,
       start);
}

}  // namespace penstock::codecs
