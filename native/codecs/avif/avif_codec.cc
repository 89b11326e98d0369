// AVIF in the table of formats: HEIF files whose brand is AV1's.
#include <atomic>

#include "codecs/heif/heif.h"
#include "codecs/vips/load.h"

namespace penstock::codecs {
namespace {

bool sniff_avif(Bytes b) { return has_brand(b, {"avif", "avis"}); }

Header peek_avif(Bytes b) { return read_heif_header(b, Format::avif).header; }

// Whether libvips has decoded an AVIF image, so that it does not lack the codec, whatever a text says.
std::atomic<bool> decodes{false};

void explain(const DecodeTask& task, const std::string& text) {
  if (!decodes) explain_codec(task, text, "install a libvips that has libheif with AV1");
}

RawImage decode(const DecodeTask& task) {
  RawImage raw = decode_heif(task, explain);
  decodes = true;
  return raw;
}

Support support_avif() { return vips::support(heif_loader, "libheif"); }

}  // namespace

PENSTOCK_CODEC(avif, {sniff_avif, peek_avif, decode, nullptr, support_avif})

}  // namespace penstock::codecs
