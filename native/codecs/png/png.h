// PNG: the header is read here, pixels come from libvips.
#pragma once
#include "codecs/vips/index_file.h"

namespace penstock::codecs {

Header peek_png(Bytes);

// Makes a grey PNG in which each pixel is its palette index. Grey pixels of a depth are stored like indices of that
// depth.
vips::IndexFile index_png(const DecodeTask&);

}  // namespace penstock::codecs
