// PNM in the table of formats.
#include <cctype>

#include "codecs/format.h"
#include "codecs/pnm/pnm.h"

namespace penstock::codecs {
namespace {

// A file begins with P1 to P6, followed by a blank or a comment.
bool sniff_pnm(Bytes b) {
  return b.size >= 3 && b.data[0] == 'P' && b.data[1] >= '1' && b.data[1] <= '6' &&
         (std::isspace(b.data[2]) || b.data[2] == '#');
}

}  // namespace

PENSTOCK_CODEC(pnm, {sniff_pnm, peek_pnm, decode_pnm, nullptr, built_in})

}  // namespace penstock::codecs
