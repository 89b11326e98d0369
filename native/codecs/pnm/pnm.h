// Netpbm images, P1 to P6: bitmap, grey and colour, as text or binary, with a maximum of up to 65535.
#pragma once
#include "codecs/raw_image.h"

namespace penstock::codecs {

Header peek_pnm(Bytes);
// Decodes task.stored or more. Pixels are in the scratch memory, or in the file when they need no conversion.
RawImage decode_pnm(const DecodeTask&);

}  // namespace penstock::codecs
