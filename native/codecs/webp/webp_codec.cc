// WebP in the table of formats: decoded by libvips.
#include "codecs/signature.h"
#include "codecs/vips/load.h"
#include "codecs/webp/webp.h"

namespace penstock::codecs {
namespace {

const vips::Loader kLoader("webpload_buffer");

bool sniff_webp(Bytes b) { return has_signature(b, "RIFF"sv) && has_signature(b, "WEBP"sv, 8); }

RawImage decode_webp(const DecodeTask& task) { return vips::load(task, task.file, {kLoader, vips::Pages::first}); }

Support support_webp() { return vips::support(kLoader, "libwebp"); }

}  // namespace

PENSTOCK_CODEC(webp, {sniff_webp, peek_webp, decode_webp, nullptr, support_webp})

}  // namespace penstock::codecs
