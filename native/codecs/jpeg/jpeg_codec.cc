// JPEG in the table of formats: libjpeg-turbo with the project's Huffman decoder. It is the only format whose decoder
// decodes windows.
#include <stdio.h>
// jpeglib.h needs stdio.h before it.
#include <jpeglib.h>

#include "codecs/format.h"
#include "codecs/jpeg/jpeg_decode.h"
#include "codecs/jpeg/jpeg_header.h"
#include "codecs/signature.h"

#define PENSTOCK_TEXT_OF(x) #x
#define PENSTOCK_TEXT(x) PENSTOCK_TEXT_OF(x)

namespace penstock::codecs {
namespace {

bool sniff_jpeg(Bytes b) { return has_signature(b, "\xff\xd8\xff"sv); }

std::unique_ptr<WindowDecoder> decoder() { return std::make_unique<JpegDecoder>(); }

// Linked into the addon, so it is always available.
Support support_jpeg() { return {PENSTOCK_TEXT(LIBJPEG_TURBO_VERSION), {}}; }

}  // namespace

PENSTOCK_CODEC(jpeg, {sniff_jpeg, peek_jpeg, nullptr, decoder, support_jpeg})

}  // namespace penstock::codecs
