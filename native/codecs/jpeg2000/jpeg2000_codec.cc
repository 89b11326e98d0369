// JPEG 2000 in the table of formats. Files and bare codestreams are recognised, and refused by the format's name.
#include "codecs/format.h"
#include "codecs/signature.h"

namespace penstock::codecs {
namespace {

bool sniff_jpeg2000(Bytes b) {
  return has_signature(b, "\0\0\0\x0cjP  \r\n\x87\n"sv) || has_signature(b, "\xff\x4f\xff\x51"sv);
}

}  // namespace

PENSTOCK_CODEC(jpeg2000, {sniff_jpeg2000})

}  // namespace penstock::codecs
