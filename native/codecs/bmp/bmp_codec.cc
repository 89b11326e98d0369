// BMP in the table of formats.
#include "codecs/bmp/bmp.h"
#include "codecs/format.h"
#include "codecs/signature.h"

namespace penstock::codecs {
namespace {

bool sniff_bmp(Bytes b) { return has_signature(b, "BM"sv); }

}  // namespace

PENSTOCK_CODEC(bmp, {sniff_bmp, peek_bmp, decode_bmp, nullptr, built_in})

}  // namespace penstock::codecs
