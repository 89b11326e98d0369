// Headers were checked by peek(); what can be missing here is what comes after them, and then the file stays as short
// as it is for libvips to refuse.
#include "codecs/vips/index_file.h"

#include <algorithm>
#include <cstring>

#include "codecs/byte_reader.h"
#include "codecs/vips/tiff_tags.h"

namespace penstock::codecs {
namespace {

// Appends to memory that is large enough.
struct Writer {
  uint8_t* at;

  void bytes(const uint8_t* from, size_t n) {
    std::memcpy(at, from, n);
    at += n;
  }
  void u8(uint32_t v) { *at++ = static_cast<uint8_t>(v); }
  void be32(uint32_t v) {
    for (int shift = 24; shift >= 0; shift -= 8) u8(v >> shift);
  }
};

// Of a PNG chunk: its name and its data.
uint32_t crc32(const uint8_t* p, size_t n) {
  uint32_t crc = ~0u;
  while (n--) {
    crc ^= *p++;
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return ~crc;
}

// The step between the 8-bit values that numbers of fewer bits are spread to.
int step_of(int bits) { return bits >= 8 ? 1 : 255 / ((1 << bits) - 1); }

// Where the chain of GIF sub-blocks at `at` ends, or the file's end.
size_t after_blocks(const ByteReader& r, size_t at) {
  while (at < r.file.size && r.u8(at)) at += 1 + size_t{r.u8(at)};
  return std::min(at + 1, r.file.size);
}

}  // namespace

IndexFile index_png(const DecodeTask& task) {
  const ByteReader r{task.file, true, "PNG"};
  auto* const out = task.scratch.get(task.file.size);
  Writer w{out};
  w.bytes(r.at(0, 33), 33);
  out[25] = 0;  // colour type: grey
  w.at -= 4;
  w.be32(crc32(out + 12, 17));
  // Chunks that say how colours look, palette and transparency among them, are left out.
  uint64_t at = 33;
  while (at + 12 <= task.file.size) {
    const uint64_t size = uint64_t{r.u32(at)} + 12;
    const bool pixels = r.has(at + 4, "IDAT");
    if (pixels || r.has(at + 4, "IEND")) w.bytes(task.file.data + at, std::min<uint64_t>(size, task.file.size - at));
    if (size > task.file.size - at || (!pixels && r.has(at + 4, "IEND"))) break;
    at += size;
  }
  return {{out, static_cast<size_t>(w.at - out)}, step_of(r.u8(24))};
}

IndexFile index_gif(const DecodeTask& task, Window& frame, uint8_t& open) {
  const ByteReader r{task.file, false, "GIF"};
  constexpr size_t kPalette = 3 * 256;
  const auto palette_bytes = [](int flags) { return flags & 0x80 ? size_t{6} << (flags & 7) : 0; };
  const int flags = r.u8(10);
  open = 0;
  size_t at = 13 + palette_bytes(flags);
  // Extensions: a label and sub-blocks. Left out, as inside the frame the transparent number is one like any other.
  while (at < task.file.size && r.u8(at) == 0x21) {
    if (r.has(at + 1, "\xf9\x04") && r.u8(at + 3) & 1) open = r.u8(at + 6);
    at = after_blocks(r, std::min(at + 2, task.file.size));
  }
  if (at >= task.file.size || r.u8(at) != 0x2c)
    fail(ErrorCode::BAD_SAMPLE, "Expected an image in a GIF file but received %zu bytes without one", task.file.size);
  const uint8_t* place = r.at(at, 10);
  frame = {r.u16(at + 1), r.u16(at + 3), r.u16(at + 5), r.u16(at + 7)};
  const size_t pixels = std::min(at + 10 + palette_bytes(place[9]), task.file.size);
  const size_t end = pixels < task.file.size ? after_blocks(r, pixels + 1) : pixels;

  auto* const out = task.scratch.get(13 + 10 + kPalette + (end - pixels) + 1);
  Writer w{out};
  w.bytes(task.file.data, 13);
  out[10] = static_cast<uint8_t>(flags & 0x70);
  w.bytes(place, 10);
  w.at[-1] = static_cast<uint8_t>((place[9] & 0x40) | 0x87);  // rows may be interlaced; 256 colours of its own
  for (uint32_t i = 0; i < kPalette; ++i) w.u8(i / 3);
  w.bytes(task.file.data + pixels, end - pixels);
  w.u8(0x3b);
  return {{out, static_cast<size_t>(w.at - out)}, 1};
}

IndexFile index_tiff(const DecodeTask& task, const uint16_t*& palette, int& colors) {
  const ByteReader r{task.file, task.file.data[0] == 'M', "TIFF"};
  auto* const out = task.scratch.get(task.file.size);
  std::memcpy(out, task.file.data, task.file.size);
  int bits = 1;
  const uint16_t* map = nullptr;
  colors = 0;
  each_tag(r, [&](const TiffField& f) {
    if (f.tag() == kTiffBitsPerSample) bits = static_cast<int>(f.value(0));
    if (f.tag() == kTiffPhotometric) {
      // Black is zero.
      const uint64_t at = f.value_at(), bytes = f.item_bytes();
      r.at(at, bytes);
      std::memset(out + at, 0, bytes);
      out[at + (r.big_endian ? bytes - 1 : 0)] = 1;
    }
    if (f.tag() == kTiffColorMap && !map && f.count() <= 3 * 256) {
      const auto n = static_cast<uint32_t>(f.count());
      auto* values = task.scratch.get<uint16_t>(n);
      uint32_t highest = 0;
      for (uint32_t i = 0; i < n; ++i) {
        const uint32_t v = std::min<uint32_t>(f.value(i), 65535);
        values[i] = static_cast<uint16_t>(v);
        highest = std::max(highest, v);
      }
      // Old writers store 8 bits in the 16.
      if (highest < 256) {
        for (uint32_t i = 0; i < n; ++i) values[i] = static_cast<uint16_t>(values[i] * 257);
      }
      map = values;
      colors = static_cast<int>(n / 3);
    }
  });
  if (!map || colors < 1 << bits)
    fail(ErrorCode::BAD_SAMPLE, "Expected a palette of %d colours in a TIFF but received %d", 1 << bits, colors);
  palette = map;
  return {{out, task.file.size}, step_of(bits)};
}

}  // namespace penstock::codecs
