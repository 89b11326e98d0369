// Each list of boxes is walked once or twice whatever the file says, so that time is linear in the file's size.
#include <algorithm>
#include <cstring>

#include "codecs/byte_reader.h"
#include "codecs/orient.h"
#include "codecs/vips/heif.h"
#include "codecs/vips/vips.h"

namespace penstock::codecs {
namespace {

constexpr int kMostProperties = 64, kMostAuxiliary = 16;

struct Box {
  uint64_t from = 0, end = 0;  // of what it holds
  char type[5] = {};

  bool is(const char* name) const { return !std::memcmp(type, name, 4); }
  explicit operator bool() const { return end != 0; }
};

// Calls use(box) for each box in [from, end) until it returns false.
template <class Use>
void each_box(const ByteReader& r, uint64_t from, uint64_t end, Use&& use) {
  while (from + 8 <= end) {
    Box box;
    uint64_t size = r.u32(from), header = 8;
    std::memcpy(box.type, r.at(from + 4, 4), 4);
    if (size == 1) size = r.u64(from + 8), header = 16;
    if (size == 0) size = end - from;
    // The last box of a file that is cut short reaches past its end.
    if (size < header || size > end - from) {
      if (end != r.file.size || size < header) return;
      size = end - from;
    }
    box.from = from + header;
    box.end = from + size;
    if (!use(box)) return;
    from += size;
  }
}

Box find(const ByteReader& r, uint64_t from, uint64_t end, const char* name) {
  Box found;
  each_box(r, from, end, [&](const Box& b) {
    if (b.is(name)) found = b;
    return !found;
  });
  return found;
}

// Reads on and on inside a box.
struct Cursor {
  const ByteReader& r;
  uint64_t at, end;

  uint64_t number(int bytes) {
    if (at + static_cast<uint64_t>(bytes) > end)
      fail(ErrorCode::BAD_SAMPLE, "Expected complete boxes in an AVIF or HEIF file but received one cut short");
    uint64_t v = 0;
    for (; bytes--; ++at) v = v << 8 | r.u8(at);
    return v;
  }
  bool more() const { return at < end; }
};

// A set of property numbers, from 1, in the order of their use.
struct Properties {
  uint32_t number[kMostProperties] = {};
  int count = 0;

  void add(uint32_t n) {
    if (count < kMostProperties) number[count++] = n;
  }
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

// A rotation anticlockwise by quarters, then perhaps a flip of left and right: as an EXIF orientation.
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

// av1C or hvcC.
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
    // Axis 0: top and bottom change places, which is half a turn and a flip; axis 1: left and right do.
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

// The items that accompany `primary`: its alpha, a depth map.
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
      if (c.number(bytes) == primary && count < kMostAuxiliary) out[count++] = from;
    }
    return true;
  });
  return count;
}

// The codec of the primary item, or, when that is made of others, of the first item that is coded.
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

}  // namespace

HeifHeader read_heif_header(Bytes file) {
  const ByteReader r{file, true, "AVIF or HEIF"};
  HeifHeader out;
  Header& h = out.header;
  h.format = sniff(file);
  const char* name = format_name(h.format);
  const Box meta = find(r, 0, file.size, "meta");
  if (!meta || meta.end - meta.from < 4) {
    fail(ErrorCode::BAD_SAMPLE, "Expected an image in an %s file but received %zu bytes without one", name, file.size);
  }
  const uint64_t inside = meta.from + 4;
  const Box pitm = find(r, inside, meta.end, "pitm"), iinf = find(r, inside, meta.end, "iinf"),
            iprp = find(r, inside, meta.end, "iprp"), iref = find(r, inside, meta.end, "iref");
  if (!pitm || !iinf || !iprp)
    fail(ErrorCode::BAD_SAMPLE, "Expected a primary image in an %s file but received none", name);
  Cursor c{r, pitm.from, pitm.end};
  const bool wide = c.number(4) >> 24;
  const uint64_t primary = c.number(wide ? 4 : 2);
  find_codec(r, iinf, primary, out.codec);
  uint64_t auxiliary[kMostAuxiliary];
  const int auxiliaries = auxiliary_of(r, iref, primary, auxiliary);

  // Which properties count, in the order in which they are to be applied; then where those are.
  Properties own, theirs;
  each_box(r, iprp.from, iprp.end, [&](const Box& b) {
    if (!b.is("ipma")) return true;
    each_association(r, b, [&](uint64_t item, uint32_t property) {
      if (item == primary) own.add(property);
      if (has(auxiliary, auxiliaries, item)) theirs.add(property);
    });
    return true;
  });
  const Box ipco = find(r, iprp.from, iprp.end, "ipco");
  Box mine[kMostProperties];
  bool alpha = false;
  Image tile;
  uint32_t number = 0;
  each_box(r, ipco.from, ipco.end, [&](const Box& b) {
    ++number;
    for (int i = 0; i < own.count; ++i) {
      if (own.number[i] == number) mine[i] = b;
    }
    if (!tile.depth) read_codec(r, b, tile);
    if (b.is("auxC") &&
        std::find(theirs.number, theirs.number + theirs.count, number) != theirs.number + theirs.count) {
      alpha = alpha || r.has(b.from + 4, "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha") ||
              r.has(b.from + 4, "urn:mpeg:hevc:2015:auxid:1");
    }
    return true;
  });
  Image image;
  for (int i = 0; i < own.count; ++i) {
    if (mine[i]) read_property(r, mine[i], image);
  }
  // An image that is made of tiles has their depth.
  if (!image.depth) image.depth = tile.depth, image.mono = tile.mono;

  out.depth = image.depth ? image.depth : 8;
  h.width = static_cast<int>(std::min<uint32_t>(image.width, INT32_MAX));
  h.height = static_cast<int>(std::min<uint32_t>(image.height, INT32_MAX));
  h.channels = (image.mono ? 1 : 3) + alpha;
  h.bits = out.depth > 8 ? 16 : 8;
  h.orientation = image.turning.orientation();
  // Flat areas take no bits that could be counted: what is claimed cannot be held against the file's size.
  check_claim(h, 8, 0);
  return out;
}

Header peek_heif(Bytes file) { return read_heif_header(file).header; }

}  // namespace penstock::codecs
