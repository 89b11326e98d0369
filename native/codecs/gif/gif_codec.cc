// GIF in the table of formats: the first frame, decoded by libvips.
#include "codecs/gif/gif.h"
#include "codecs/signature.h"
#include "codecs/vips/load.h"

namespace penstock::codecs {
namespace {

const vips::Loader kLoader("gifload_buffer");

bool sniff_gif(Bytes b) { return has_signature(b, "GIF87a"sv) || has_signature(b, "GIF89a"sv); }

RawImage decode_gif(const DecodeTask& task) {
  if (!task.indices()) return vips::load(task, task.file, {kLoader, vips::Pages::first});
  Window frame;
  uint8_t open = 0;
  const vips::IndexFile numbers = index_gif(task, frame, open);
  RawImage raw = vips::to_indices(vips::load(task, numbers.file, {kLoader, vips::Pages::first}), numbers.step);
  auto* row = const_cast<uint8_t*>(static_cast<const uint8_t*>(raw.data));
  for (int y = 0; y < raw.h && open; ++y, row += raw.stride) {
    for (int x = 0; x < raw.w; ++x) {
      const bool covered = x >= frame.x && x < frame.x + frame.w && y >= frame.y && y < frame.y + frame.h;
      if (!covered) row[x] = open;
    }
  }
  return raw;
}

Support support_gif() { return vips::support(kLoader, "libnsgif"); }

}  // namespace

PENSTOCK_CODEC(gif, {sniff_gif, peek_gif, decode_gif, nullptr, support_gif})

}  // namespace penstock::codecs
