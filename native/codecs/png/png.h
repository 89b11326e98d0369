// PNG: the header is read here, pixels come from libvips.
#pragma once
#include <string>

#include "codecs/vips/index_file.h"
#include "codecs/vips/pieces.h"

namespace penstock::codecs {

Header peek_png(Bytes);

// The file without the chunks that do not decide about pixels, because libpng unpacks text and profiles, whatever they
// unpack to. Throws BAD_SAMPLE where such a chunk is damaged, as libpng does for the others.
vips::Pieces pixels_of_png(Bytes);

// What is wrong with which chunk; empty where every chunk is whole.
std::string find_png_damage(const DecodeTask&);

// Makes a grey PNG in which each pixel is its palette index. Grey pixels of a depth are stored like indices of that
// depth.
vips::IndexFile index_png(const DecodeTask&);

}  // namespace penstock::codecs
