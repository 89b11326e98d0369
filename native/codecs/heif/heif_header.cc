// Each list of boxes is walked once or twice whatever the file says, so the time is linear in the file's size.
#include <algorithm>
#include <cstring>

#include "codecs/heif/heif.h"
#include "codecs/heif/heif_boxes.h"
#include "codecs/signature.h"

namespace penstock::codecs {
namespace {

constexpr int kMaxProperties = 64, kMaxAuxiliary = 16;

// A set of property numbers (from 1) in the order in which they are applied.
struct Properties {
  uint32_t number[kMaxProperties] = {};
  int count = 0;

  void add(uint32_t n) {
    if (count < kMaxProperties) number[count++] = n;
  }
  bool has(uint32_t n) const { return std::find(number, number + count, n) != number + count; }
};

// Calls use(item, Cursor at its associations, their number, wide) for each item of an ipma box.
template <class Use>
void each_association(const ByteReader& r, const Box& ipma, Use&& use) {
  Cursor c{r, ipma.from, ipma.end};
  const uint64_t version = c.number(1), flags = c.number(3), items = c.number(4);
  const int bytes = flags & 1 ? 2 : 1;
  for (uint64_t i = 0; i < items && c.more(); ++i) {
    const uint64_t item = c.number(version < 1 ? 2 : 4);
    for (uint64_t n = c.number(1); n--;) {
      const uint64_t v = c.number(bytes);
      use(item, static_cast<uint32_t>(v & (bytes == 2 ? 0x7fff : 0x7f)));
    }
  }
}

// A rotation anticlockwise by quarter turns and an optional flip of left and right, combined to an EXIF orientation.
struct Turning {
  int quarters = 0;
  bool flip = false;

  void rotate(int by) { quarters = (quarters + (flip ? 4 - by : by)) & 3; }
  int orientation() const {
    static constexpr int kOf[2][4] = {{1, 8, 3, 6}, {2, 7, 4, 5}};
    return kOf[flip][quarters];
  }
};

struct Image {
  uint32_t width = 0, height = 0;
  Turning turning;
  int depth = 0;
  bool mono = false;
};

// Reads an av1C or hvcC box.
void read_codec(const ByteReader& r, const Box& b, Image& image) {
  if (b.is("av1C") && b.end - b.from >= 4) {
    const int flags = r.u8(b.from + 2);
    image.depth = !(flags & 0x40) ? 8 : flags & 0x20 ? 12 : 10;
    image.mono = flags & 0x10;
  } else if (b.is("hvcC") && b.end - b.from >= 19) {
    image.depth = 8 + (r.u8(b.from + 17) & 7);
    image.mono = (r.u8(b.from + 16) & 3) == 0;
  }
}

void read_property(const ByteReader& r, const Box& b, Image& image) {
  Cursor c{r, b.from, b.end};
  if (b.is("ispe")) {
    c.number(4);
    image.width = static_cast<uint32_t>(c.number(4));
    image.height = static_cast<uint32_t>(c.number(4));
  } else if (b.is("irot")) {
    image.turning.rotate(static_cast<int>(c.number(1) & 3));
  } else if (b.is("imir")) {
    // Axis 0 swaps top and bottom, which is half a turn and a flip; axis 1 swaps left and right.
    if (!(c.number(1) & 1)) image.turning.rotate(2);
    image.turning.flip = !image.turning.flip;
  } else if (b.is("clap")) {
    const uint64_t w = c.number(4), w_by = c.number(4), h = c.number(4), h_by = c.number(4);
    if (!w_by || !h_by || w % w_by || h % h_by || w / w_by > image.width || h / h_by > image.height)
      fail(ErrorCode::UNSUPPORTED, "Expected a clean aperture of whole pixels in an AVIF or HEIF file");
    if (image.turning.quarters & 1)
      fail(ErrorCode::UNSUPPORTED, "Expected a clean aperture before the rotation in an AVIF or HEIF file");
    image.width = static_cast<uint32_t>(w / w_by);
    image.height = static_cast<uint32_t>(h / h_by);
  } else {
    read_codec(r, b, image);
  }
}

bool has(const uint64_t* list, int count, uint64_t v) { return std::find(list, list + count, v) != list + count; }

// Finds the items that accompany `primary`: its alpha, a depth map.
int auxiliary_of(const ByteReader& r, const Box& iref, uint64_t primary, uint64_t* out) {
  int count = 0;
  if (!iref) return 0;
  Cursor head{r, iref.from, iref.end};
  const int bytes = head.number(4) >> 24 ? 4 : 2;
  each_box(r, head.at, iref.end, [&](const Box& b) {
    if (!b.is("auxl")) return true;
    Cursor c{r, b.from, b.end};
    const uint64_t from = c.number(bytes);
    for (uint64_t n = c.number(2); n--;) {
      if (c.number(bytes) == primary && count < kMaxAuxiliary) out[count++] = from;
    }
    return true;
  });
  return count;
}

// Finds the codec of the primary item, or, when that item is made of others, of the first coded item.
void find_codec(const ByteReader& r, const Box& iinf, uint64_t primary, char* out) {
  Cursor head{r, iinf.from, iinf.end};
  const bool wide = head.number(4) >> 24;
  head.number(wide ? 4 : 2);
  bool exact = false, any = false;
  each_box(r, head.at, iinf.end, [&](const Box& b) {
    if (!b.is("infe")) return true;
    Cursor c{r, b.from, b.end};
    const uint64_t version = c.number(4) >> 24;
    if (version < 2) return true;
    const uint64_t item = c.number(version == 2 ? 2 : 4);
    c.number(2);
    if (c.end - c.at < 4) return true;
    const uint8_t* type = r.at(c.at, 4);
    const auto is = [&](const char* name) { return !std::memcmp(type, name, 4); };
    const bool made = is("grid") || is("iden") || is("iovl") || is("tmap");
    const bool data = is("Exif") || is("mime") || is("uri ");
    if (made || data) return true;
    if (item == primary || !any) {
      std::memcpy(out, type, 4);
      any = true;
      exact = item == primary;
    }
    return !exact;
  });
}

// The boxes inside a file's "meta" box that this file reads.
struct Boxes {
  Box primary, items, properties, references;
};

Boxes find_boxes(const ByteReader& r, const char* format) {
  const Box meta = find_box(r, 0, r.file.size, "meta");
  if (!meta || meta.end - meta.from < 4) {
    fail(ErrorCode::BAD_SAMPLE, "Expected an image in an %s file but received %zu bytes without one", format,
         r.file.size);
  }
  const auto inside = [&](const char* name) { return find_box(r, meta.from + 4, meta.end, name); };
  const Boxes boxes{inside("pitm"), inside("iinf"), inside("iprp"), inside("iref")};
  if (!boxes.primary || !boxes.items || !boxes.properties)
    fail(ErrorCode::BAD_SAMPLE, "Expected a primary image in an %s file but received none", format);
  return boxes;
}

// The properties that apply, in the order in which they are applied: those of the primary image, and those of the items
// that accompany it.
struct Used {
  Properties own, theirs;
};

Used used_properties(const ByteReader& r, const Boxes& boxes, uint64_t primary) {
  uint64_t auxiliary[kMaxAuxiliary];
  const int auxiliaries = auxiliary_of(r, boxes.references, primary, auxiliary);
  Used used;
  each_box(r, boxes.properties.from, boxes.properties.end, [&](const Box& b) {
    if (!b.is("ipma")) return true;
    each_association(r, b, [&](uint64_t item, uint32_t property) {
      if (item == primary) used.own.add(property);
      if (has(auxiliary, auxiliaries, item)) used.theirs.add(property);
    });
    return true;
  });
  return used;
}

bool is_alpha(const ByteReader& r, const Box& b) {
  return r.has(b.from + 4, "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha") ||
         r.has(b.from + 4, "urn:mpeg:hevc:2015:auxid:1");
}

// Reads what the used properties say about the primary image; `alpha` becomes whether it has an alpha channel.
Image read_image(const ByteReader& r, const Box& properties, const Used& used, bool& alpha) {
  const Box ipco = find_box(r, properties.from, properties.end, "ipco");
  Box mine[kMaxProperties];
  Image tile;
  uint32_t number = 0;
  each_box(r, ipco.from, ipco.end, [&](const Box& b) {
    ++number;
    for (int i = 0; i < used.own.count; ++i) {
      if (used.own.number[i] == number) mine[i] = b;
    }
    if (!tile.depth) read_codec(r, b, tile);
    if (b.is("auxC") && used.theirs.has(number)) alpha = alpha || is_alpha(r, b);
    return true;
  });
  Image image;
  for (int i = 0; i < used.own.count; ++i) {
    if (mine[i]) read_property(r, mine[i], image);
  }
  // An image that is made of tiles has the depth of its tiles.
  if (!image.depth) image.depth = tile.depth, image.mono = tile.mono;
  return image;
}

}  // namespace

bool has_brand(Bytes b, std::initializer_list<const char*> brands) {
  if (!has_signature(b, "ftyp"sv, 4)) return false;
  const uint32_t size = static_cast<uint32_t>(b.data[0]) << 24 | b.data[1] << 16 | b.data[2] << 8 | b.data[3];
  // Brands fill the box, except that the second one's place holds a version.
  for (size_t at = 8; at + 4 <= size && at + 4 <= b.size && at < 256; at += at == 8 ? 8 : 4) {
    for (const char* brand : brands) {
      if (has_signature(b, brand, at)) return true;
    }
  }
  return false;
}

HeifHeader read_heif_header(Bytes file, Format format) {
  const ByteReader r{file, true, "AVIF or HEIF"};
  HeifHeader out;
  Header& h = out.header;
  h.format = format;
  const Boxes boxes = find_boxes(r, format_name(format));
  Cursor c{r, boxes.primary.from, boxes.primary.end};
  const bool wide = c.number(4) >> 24;
  const uint64_t primary = c.number(wide ? 4 : 2);
  find_codec(r, boxes.items, primary, out.codec);
  bool alpha = false;
  const Image image = read_image(r, boxes.properties, used_properties(r, boxes, primary), alpha);

  out.depth = image.depth ? image.depth : 8;
  h.width = static_cast<int>(std::min<uint32_t>(image.width, INT32_MAX));
  h.height = static_cast<int>(std::min<uint32_t>(image.height, INT32_MAX));
  h.channels = (image.mono ? 1 : 3) + alpha;
  h.bits = out.depth > 8 ? 16 : 8;
  h.orientation = image.turning.orientation();
  // Flat areas take almost no bits, so the claimed size cannot be checked against the file's size.
  check_claim(h, 8, 0);
  return out;
}

vips::Pieces pixels_of_heif(Bytes file) {
  const ByteReader r{file, true, "AVIF or HEIF"};
  const Box meta = find_box(r, 0, file.size, "meta");
  const Box links = meta && meta.end - meta.from >= 4 ? find_box(r, meta.from + 4, meta.end, "iref") : Box{};
  if (!links || links.end - links.from < 4) return file;
  static constexpr uint8_t kFree[] = {'f', 'r', 'e', 'e'};
  vips::Pieces pieces;
  uint64_t done = 0;
  each_box(r, links.from + 4, links.end, [&](const Box& b) {
    if (!b.is("cdsc")) return true;
    pieces.add({file.data + done, static_cast<size_t>(b.at + 4 - done)});
    pieces.add({kFree, sizeof kFree});
    done = b.at + 8;
    return true;
  });
  pieces.add({file.data + done, static_cast<size_t>(file.size - done)});
  return pieces;
}

}  // namespace penstock::codecs
