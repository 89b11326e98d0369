// peek_gif() has checked the header. When data after the header is missing, the new file is truncated as well, and
// libvips refuses it.
#include <algorithm>

#include "codecs/byte_reader.h"
#include "codecs/gif/gif.h"

namespace penstock::codecs {
namespace {

// Where the chain of sub-blocks at `at` ends, or the file's end.
size_t after_blocks(const ByteReader& r, size_t at) {
  while (at < r.file.size && r.u8(at)) at += 1 + size_t{r.u8(at)};
  return std::min(at + 1, r.file.size);
}

}  // namespace

vips::IndexFile index_gif(const DecodeTask& task, Window& frame, uint8_t& open) {
  const ByteReader r{task.file, false, "GIF"};
  constexpr size_t kPalette = 3 * 256;
  const auto palette_bytes = [](int flags) { return flags & 0x80 ? size_t{6} << (flags & 7) : 0; };
  const int flags = r.u8(10);
  open = 0;
  size_t at = 13 + palette_bytes(flags);
  // Extensions (a label and sub-blocks) are left out, because the transparent index is an ordinary index within the
  // frame.
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
  vips::Writer w{out};
  w.bytes(task.file.data, 13);
  out[10] = static_cast<uint8_t>(flags & 0x70);
  w.bytes(place, 10);
  w.at[-1] = static_cast<uint8_t>((place[9] & 0x40) | 0x87);  // rows may be interlaced; 256 colours
  for (uint32_t i = 0; i < kPalette; ++i) w.u8(i / 3);
  w.bytes(task.file.data + pixels, end - pixels);
  w.u8(0x3b);
  return {{out, static_cast<size_t>(w.at - out)}, 1};
}

}  // namespace penstock::codecs
