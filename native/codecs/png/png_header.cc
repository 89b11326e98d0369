// Reads a PNG's header chunk, and its eXIf chunk wherever it is.
#include "codecs/exif.h"
#include "codecs/png/png.h"
#include "codecs/png/png_chunks.h"

namespace penstock::codecs {
namespace {

// Channels of the colour type, or 0 when the depth is not allowed for it. Palettes become RGB.
int channels_of(int color_type, int depth) {
  const bool small = depth == 1 || depth == 2 || depth == 4, large = depth == 8 || depth == 16;
  switch (color_type) {
    case 0: return small || large ? 1 : 0;
    case 2: return large ? 3 : 0;
    case 3: return small || depth == 8 ? 3 : 0;
    case 4: return large ? 2 : 0;
    case 6: return large ? 4 : 0;
    default: return 0;
  }
}

int find_orientation(Bytes file) {
  int orientation = 1;
  each_png_chunk(file, [&](const PngChunk& chunk) {
    if (!chunk.is("eXIf") || !chunk.whole() || !chunk.intact()) return true;
    orientation = exif_orientation(chunk.data(), chunk.size);
    return false;
  });
  return orientation;
}

}  // namespace

Header peek_png(Bytes file) {
  const ByteReader r{file, true, "PNG"};
  if (r.u32(8) != 13 || !r.has(12, "IHDR")) fail(ErrorCode::BAD_SAMPLE, "Expected IHDR as the first chunk of a PNG");
  Header h;
  h.format = Format::png;
  const uint32_t w = r.u32(16), height = r.u32(20);
  h.width = w > INT32_MAX ? 0 : static_cast<int>(w);
  h.height = height > INT32_MAX ? 0 : static_cast<int>(height);
  const int depth = r.u8(24), color_type = r.u8(25);
  h.channels = channels_of(color_type, depth);
  if (!h.channels)
    fail(ErrorCode::BAD_SAMPLE, "Expected a PNG colour type with a depth that fits but received type %d with %d bits",
         color_type, depth);
  h.bits = depth == 16 ? 16 : 8;
  h.palette = color_type == 3;
  h.orientation = find_orientation(file);
  // Deflate unpacks 2 bits to at most 258 bytes.
  check_claim(h, depth * (color_type == 3 ? 1 : h.channels), 1032);
  return h;
}

}  // namespace penstock::codecs
