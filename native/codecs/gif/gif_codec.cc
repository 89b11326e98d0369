// GIF in the table of formats: the first frame, decoded by libvips.
#include "codecs/gif/gif.h"
#include "codecs/signature.h"
#include "codecs/vips/load.h"

namespace penstock::codecs {
namespace {

const vips::Loader kLoader("gifload_buffer");

bool sniff_gif(Bytes b) { return has_signature(b, "GIF87a"sv) || has_signature(b, "GIF89a"sv); }

RawImage decode_gif(const DecodeTask& task) {
  const vips::LoadOptions options{kLoader, vips::Pages::first};
  const GifFrame frame = first_frame_of(task.file);
  if (!frame.at)
    fail(ErrorCode::BAD_SAMPLE, "Expected an image in a GIF file but received %zu bytes without one", task.file.size);
  check_gif_pixels(task.file, frame);
  if (!task.indices()) return vips::load(task, task.file, options);
  const vips::IndexFile numbers = index_gif(task, frame);
  const Window place = frame.place;
  RawImage raw = vips::to_indices(vips::load(task, numbers.file, options), numbers.step);
  auto* row = const_cast<uint8_t*>(static_cast<const uint8_t*>(raw.data));
  for (int y = 0; y < raw.h && frame.open; ++y, row += raw.stride) {
    for (int x = 0; x < raw.w; ++x) {
      const bool covered = x >= place.x && x < place.x + place.w && y >= place.y && y < place.y + place.h;
      if (!covered) row[x] = frame.open;
    }
  }
  return raw;
}

Support support_gif() { return vips::support(kLoader, "libnsgif"); }

}  // namespace

PENSTOCK_CODEC(gif, {sniff_gif, peek_gif, decode_gif, nullptr, support_gif})

}  // namespace penstock::codecs
