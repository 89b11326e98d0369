// AVIF in the table of formats: HEIF files whose brand is AV1's.
#include "codecs/heif/heif.h"
#include "codecs/vips/load.h"

namespace penstock::codecs {
namespace {

bool sniff_avif(Bytes b) { return has_brand(b, {"avif", "avis"}); }

Header peek_avif(Bytes b) { return read_heif_header(b, Format::avif).header; }

void explain(const DecodeTask& task, const std::string& reason) {
  explain_codec(task, reason, "install a libvips that has libheif with AV1");
}

RawImage decode(const DecodeTask& task) { return decode_heif(task, explain); }

Support support_avif() { return vips::support(heif_loader, "libheif"); }

}  // namespace

PENSTOCK_CODEC(avif, {sniff_avif, peek_avif, decode, nullptr, support_avif})

}  // namespace penstock::codecs
