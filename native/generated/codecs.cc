// From native/codecs/*/codec.json by tools/gen.ts. Do not edit.
#include "codecs/format.h"

namespace penstock::codecs {

extern const Codec jpeg_codec;
extern const Codec png_codec;
extern const Codec bmp_codec;
extern const Codec tiff_codec;
extern const Codec pnm_codec;
extern const Codec jpeg2000_codec;
extern const Codec webp_codec;
extern const Codec gif_codec;
extern const Codec avif_codec;
extern const Codec heif_codec;

static const FormatEntry kEntries[kFormats] = {
    {"unknown", "none", nullptr},
    {"JPEG", "libjpeg-turbo", &jpeg_codec},
    {"PNG", "libvips", &png_codec},
    {"BMP", "built in", &bmp_codec},
    {"TIFF", "libvips", &tiff_codec},
    {"PNM", "built in", &pnm_codec},
    {"JPEG 2000", "OpenJPEG", &jpeg2000_codec},
    {"WebP", "libvips", &webp_codec},
    {"GIF", "libvips", &gif_codec},
    {"AVIF", "libvips", &avif_codec},
    {"HEIF", "libvips", &heif_codec},
};

const FormatEntry& format_entry(Format f) { return kEntries[static_cast<int>(f)]; }

}  // namespace penstock::codecs
