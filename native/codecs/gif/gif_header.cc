// Reads a GIF's logical screen. Images have palettes and are always treated as RGB; transparency is dropped.
#include "codecs/byte_reader.h"
#include "codecs/gif/gif.h"

namespace penstock::codecs {

Header peek_gif(Bytes file) {
  const ByteReader r{file, false, "GIF"};
  Header h;
  h.format = Format::gif;
  h.width = r.u16(6);
  h.height = r.u16(8);
  h.channels = 3;
  h.palette = true;
  // A 12-bit code of LZW stands for fewer than 4096 pixels.
  check_claim(h, 8, 4096);
  return h;
}

}  // namespace penstock::codecs
