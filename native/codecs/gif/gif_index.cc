// first_frame_of() has checked the frame's descriptor. When data after it is missing, the new file is truncated as
// well, and libvips refuses it.
#include "codecs/gif/gif.h"

namespace penstock::codecs {
vips::IndexFile index_gif(const DecodeTask& task, const GifFrame& frame) {
  constexpr size_t kPalette = 3 * 256;
  const uint8_t* const place = task.file.data + frame.at;
  const size_t pixels = frame.pixels, end = frame.end;
  // Extensions are left out, because the transparent index is an ordinary index within the frame.
  auto* const out = task.scratch.get(13 + 10 + kPalette + (end - pixels) + 1);
  vips::Writer w{out};
  w.bytes(task.file.data, 13);
  out[10] = static_cast<uint8_t>(task.file.data[10] & 0x70);
  w.bytes(place, 10);
  w.at[-1] = static_cast<uint8_t>((place[9] & 0x40) | 0x87);  // rows may be interlaced; 256 colours
  for (uint32_t i = 0; i < kPalette; ++i) w.u8(i / 3);
  w.bytes(task.file.data + pixels, end - pixels);
  w.u8(0x3b);
  return {{out, static_cast<size_t>(w.at - out)}, 1};
}

}  // namespace penstock::codecs
