// HEIF in the table of formats. Whether libvips has a file's codec is known only when it is decoded.
#include "codecs/heif/heif.h"
#include "codecs/vips/load.h"

namespace penstock::codecs {
namespace {

// The brands of images, not of films. AV1 files have these brands too, so AVIF is tried first.
bool sniff_heif(Bytes b) {
  return has_brand(b, {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1", "miaf", "jpeg", "j2ki",
                       "avci", "vvic", "evbi"});
}

Header peek_heif(Bytes b) { return read_heif_header(b, Format::heif).header; }

void explain(const DecodeTask& task, const std::string& text) {
  explain_codec(task, text, "convert the files to AVIF or JPEG; libvips as npm brings it has no HEVC");
}

RawImage decode(const DecodeTask& task) { return decode_heif(task, explain); }

}  // namespace

PENSTOCK_CODEC(heif, {sniff_heif, peek_heif, decode})

}  // namespace penstock::codecs
