// PNG: the header is read here, pixels come from libvips.
#pragma once
#include "codecs/vips/index_file.h"

namespace penstock::codecs {

Header peek_png(Bytes);

// A grey PNG: grey pixels of a depth are stored as numbers of that depth are.
vips::IndexFile index_png(const DecodeTask&);

}  // namespace penstock::codecs
