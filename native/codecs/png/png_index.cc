// peek_png() has checked the header. When data after the header is missing, the new file is truncated as well, and
// libvips refuses it.
#include <algorithm>

#include "codecs/byte_reader.h"
#include "codecs/png/png.h"

namespace penstock::codecs {
namespace {

// The checksum of a chunk's name and data.
uint32_t crc32(const uint8_t* p, size_t n) {
  uint32_t crc = ~0u;
  while (n--) {
    crc ^= *p++;
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return ~crc;
}

}  // namespace

vips::IndexFile index_png(const DecodeTask& task) {
  const ByteReader r{task.file, true, "PNG"};
  auto* const out = task.scratch.get(task.file.size);
  vips::Writer w{out};
  w.bytes(r.at(0, 33), 33);
  out[25] = 0;  // colour type: grey
  w.at -= 4;
  w.be32(crc32(out + 12, 17));
  // Chunks that define how colours look, such as palette and transparency, are left out.
  uint64_t at = 33;
  while (at + 12 <= task.file.size) {
    const uint64_t size = uint64_t{r.u32(at)} + 12;
    const bool pixels = r.has(at + 4, "IDAT");
    if (pixels || r.has(at + 4, "IEND")) w.bytes(task.file.data + at, std::min<uint64_t>(size, task.file.size - at));
    if (size > task.file.size - at || (!pixels && r.has(at + 4, "IEND"))) break;
    at += size;
  }
  return {{out, static_cast<size_t>(w.at - out)}, vips::step_of(r.u8(24))};
}

}  // namespace penstock::codecs
