// PNG in the table of formats. libvips decodes all kinds of PNG; palette indices are decoded from a grey file that is
// made from the original.
#include "codecs/png/png.h"
#include "codecs/signature.h"
#include "codecs/vips/load.h"

namespace penstock::codecs {
namespace {

const vips::Loader kLoader("pngload_buffer");

bool sniff_png(Bytes b) { return has_signature(b, "\x89PNG\r\n\x1a\n"sv); }

RawImage decode_png(const DecodeTask& task) {
  vips::LoadOptions options{kLoader};
  options.find_damage = find_png_damage;
  if (!task.indices()) return vips::load(task, pixels_of_png(task.file), options);
  const vips::IndexFile numbers = index_png(task);
  return vips::to_indices(vips::load(task, numbers.file, options), numbers.step);
}

Support support_png() { return vips::support(kLoader, "libpng"); }

}  // namespace

PENSTOCK_CODEC(png, {sniff_png, peek_png, decode_png, nullptr, support_png})

}  // namespace penstock::codecs
