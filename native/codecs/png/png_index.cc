// peek_png() has checked the header. When data after the header is missing, the new file is truncated as well, and
// libvips refuses it.
#include "codecs/png/png.h"
#include "codecs/png/png_chunks.h"

namespace penstock::codecs {
vips::IndexFile index_png(const DecodeTask& task) {
  const ByteReader r{task.file, true, "PNG"};
  auto* const out = task.scratch.get(task.file.size);
  vips::Writer w{out};
  w.bytes(r.at(0, 33), 33);
  out[25] = 0;  // colour type: grey
  w.at -= 4;
  w.be32(png_checksum(out + 12, 17));
  // Chunks that define how colours look, such as palette and transparency, are left out.
  each_png_chunk(task.file, [&](const PngChunk& chunk) {
    const bool end = chunk.is("IEND");
    if (end || chunk.is("IDAT")) w.bytes(chunk.all().data, chunk.all().size);
    return !end;
  });
  return {{out, static_cast<size_t>(w.at - out)}, vips::step_of(r.u8(24))};
}

}  // namespace penstock::codecs
