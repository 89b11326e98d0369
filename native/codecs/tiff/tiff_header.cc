// TIFF and BigTIFF: the tags of the first directory that give size, kind of pixels and orientation.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "codecs/exif.h"
#include "codecs/tiff/tiff.h"
#include "codecs/tiff/tiff_tags.h"

namespace penstock::codecs {
namespace {

struct Tags {
  uint32_t subfile = 0;
  uint64_t next = 0;                     // offset of the next directory
  std::vector<uint64_t> subdirectories;  // their offsets
  uint32_t width = 0, height = 0, bits = 1, compression = 1, photometric = 1, samples = 1, format = 1;
  uint32_t planes = 1;
  int orientation = 1;
  bool mixed_bits = false, tiled = false;
};

// More levels than a pyramid of the largest image has.
constexpr size_t kMaxLevels = 24;

Tags read_tags(const ByteReader& r, uint64_t directory) {
  Tags t;
  t.next = each_tag_of(r, directory, [&](const TiffField& f) {
    switch (f.tag()) {
      case kTiffSubfileType: t.subfile = f.value(0); break;
      case kTiffSubdirectories:
        // Type 13, IFD, is a LONG; offsets beyond 32 bits do not occur in memory of this size.
        for (uint64_t k = 0; k < f.count() && k < kMaxLevels; ++k) {
          if (f.item_bytes()) t.subdirectories.push_back(f.value(k));
        }
        break;
      case kTiffWidth: t.width = f.value(0); break;
      case kTiffHeight: t.height = f.value(0); break;
      case kTiffBitsPerSample:
        t.bits = f.value(0);
        for (uint64_t k = 1; k < f.count() && k < 8; ++k) t.mixed_bits |= f.value(k) != t.bits;
        break;
      case kTiffCompression: t.compression = f.value(0); break;
      case kTiffPhotometric: t.photometric = f.value(0); break;
      case kTiffOrientation:
        t.orientation = orientation_of_entry(r.file.data, r.file.size, f.at, r.big_endian, f.big);
        break;
      case kTiffSamplesPerPixel: t.samples = f.value(0); break;
      case kTiffPlanes: t.planes = f.value(0); break;
      case kTiffTileWidth: t.tiled = true; break;
      case kTiffSampleFormat: t.format = f.value(0); break;
      default: break;
    }
  });
  return t;
}

// Channels after decoding, or 0 when pixels of this kind are not supported.
int channels_of(const Tags& t) {
  switch (t.photometric) {
    case 0:
    case 1: return t.samples <= 2 ? static_cast<int>(t.samples) : 0;
    case 2: return t.samples == 3 || t.samples == 4 ? static_cast<int>(t.samples) : 0;
    case 3: return t.samples == 1 ? 3 : 0;
    case 5: return t.samples == 4 ? 3 : 0;  // CMYK becomes RGB
    case 6: return t.samples == 3 ? 3 : 0;
    default: return 0;
  }
}

// The most bytes of pixels that one byte of compressed data can unpack to; 0 when there is no useful bound.
double max_ratio(uint32_t compression) {
  switch (compression) {
    case 1: return 1;
    case 2: return 214;   // CCITT runs: 2560 pixels of a bit in a code of 12 bits
    case 5: return 4096;  // LZW: 12-bit codes
    case 7: return 512;   // JPEG: at least one bit for a block of 64 samples
    case 8:
    case 32946: return 1032;  // deflate
    case 32773: return 64;    // PackBits: runs of 128 in 2 bytes
    default: return 0;
  }
}

// Compressions that libvips from npm reads; those below have names, for the message.
constexpr uint32_t kRead[] = {1, 2, 3, 4, 5, 6, 7, 8, 32766, 32771, 32773, 32809, 32909, 32946};
constexpr struct {
  uint32_t number;
  const char* name;
} kNotRead[] = {{9, "JBIG"},           {10, "JBIG"},         {32947, "Kodak DCS"}, {33003, "JPEG 2000"},
                {33004, "JPEG 2000"},  {33005, "JPEG 2000"}, {34661, "JBIG"},      {34676, "SGI LogLuv"},
                {34677, "SGI LogLuv"}, {34712, "JPEG 2000"}, {34887, "LERC"},      {34892, "lossy JPEG of DNG"},
                {34925, "LZMA"},       {50000, "ZSTD"},      {50001, "WebP"},      {50002, "JPEG XL"},
                {52546, "JPEG XL"}};

// Throws UNSUPPORTED for files that are valid, but not read.
void check_kind(const Tags& t) {
  const auto refuse = [](const std::string& received, const char* cure) {
    throw Error(
        ErrorCode::UNSUPPORTED,
        "Expected grey, palette, RGB, YCbCr or CMYK of 1 to 16 unsigned bits in a TIFF but received " + received, cure);
  };
  if (std::find(std::begin(kRead), std::end(kRead), t.compression) == std::end(kRead)) {
    const auto* const known = std::find_if(std::begin(kNotRead), std::end(kNotRead),
                                           [&](const auto& one) { return one.number == t.compression; });
    refuse((known == std::end(kNotRead) ? "the compression" : known->name + std::string(" compression")) + " (" +
               std::to_string(t.compression) + ")",
           "rewrite the file with Deflate, for example by `tiffcp -c zip`, or by the program that wrote it");
  }
  const bool bits_known =
      t.bits == 1 || t.bits == 2 || t.bits == 4 || t.bits == 8 || (t.bits == 16 && t.photometric != 3);
  // libvips neither unpacks samples that share bytes, nor 16 bits of YCbCr.
  const bool bits_read = t.samples == 1 || t.bits == 8 || (t.bits == 16 && t.photometric != 6);
  if (!channels_of(t) || !bits_known || !bits_read || t.mixed_bits || (t.format != 1 && t.format != 4)) {
    char text[120];
    std::snprintf(text, sizeof text, "photometric %u with %u samples of %u bits%s, sample format %u", t.photometric,
                  t.samples, t.bits, t.mixed_bits ? " and of others" : "", t.format);
    refuse(text, "convert the pixels to 8 or 16 bits of grey or RGB");
  }
  if (t.planes == 2 && !t.photometric && t.samples > 1)
    refuse("grey with white as zero and alpha, in planes",
           "rewrite the file with contiguous pixels: `tiffcp -p contig`");
  if (t.planes == 2 && t.tiled && t.samples > 1)
    refuse("a plane for each channel, in tiles", "rewrite the file with contiguous pixels: `tiffcp -p contig`");
}

}  // namespace

Header peek_tiff(Bytes file) {
  const ByteReader r{file, file.size > 0 && file.data[0] == 'M', "TIFF"};
  const Tags t = read_tags(r, first_directory(r));
  Header h;
  h.format = Format::tiff;
  h.width = t.width > INT32_MAX ? 0 : static_cast<int>(t.width);
  h.height = t.height > INT32_MAX ? 0 : static_cast<int>(t.height);
  h.channels = channels_of(t);
  check_kind(t);
  h.palette = t.photometric == 3;
  h.bits = t.bits == 16 ? 16 : 8;
  h.orientation = t.orientation;
  // YCbCr may be subsampled, at most to an eighth of its samples.
  check_claim(h, t.photometric == 6 ? 8 : static_cast<int>(t.bits * t.samples), max_ratio(t.compression));
  // CCITT groups 3 and 4 take at least one bit per row, however long.
  if (t.compression == 3 || t.compression == 4) h.least_bytes = static_cast<uint64_t>(h.height) / 8;
  return h;
}

namespace {

// Whether the directory holds the same image with fewer pixels.
bool is_level(const Tags& whole, const Tags& t) {
  constexpr uint32_t kReduced = 1;
  if (!(t.subfile & kReduced) || !t.width || !t.height || t.width > whole.width || t.height > whole.height)
    return false;
  // The extents of each level are rounded, one way or the other.
  const double ratio = static_cast<double>(t.width) / whole.width;
  return std::abs(ratio * whole.height - t.height) <= 1 && t.bits == whole.bits && t.samples == whole.samples &&
         t.photometric == whole.photometric && t.format == whole.format && !t.mixed_bits;
}

// Most writers halve the image again and again, and drop a last odd row or column; others fit all of it to the extents.
void set_scales(const Header& whole, Reduction& r) {
  for (int k = 1; k < 16; ++k) {
    if (r.width != whole.width >> k || r.height != whole.height >> k) continue;
    r.scale_x = r.scale_y = std::ldexp(1.0, -k);
    return;
  }
  r.scale_x = static_cast<double>(r.width) / whole.width;
  r.scale_y = static_cast<double>(r.height) / whole.height;
}

Reduction find_level(const Header& h, const ByteReader& r, double least) {
  const Tags whole = read_tags(r, first_directory(r));
  Reduction best;
  const auto look = [&](uint64_t directory, int level) {
    const Tags t = read_tags(r, directory);
    Reduction found;
    found.level = level;
    found.width = static_cast<int>(t.width);
    found.height = static_cast<int>(t.height);
    set_scales(h, found);
    const bool fits = is_level(whole, t) && std::min(found.scale_x, found.scale_y) >= least;
    if (fits && found.scale_x < 1 && (!best || found.width < best.width)) best = found;
    return t.next;
  };
  for (size_t i = 0; i < whole.subdirectories.size(); ++i) look(whole.subdirectories[i], -1 - static_cast<int>(i));
  uint64_t next = whole.next;
  for (int page = 1; next && page <= static_cast<int>(kMaxLevels); ++page) next = look(next, page);
  return best;
}

}  // namespace

TiffAs tiff_pixels_as(Bytes file, uint64_t directory) {
  const Tags t = read_tags(ByteReader{file, file.data[0] == 'M', "TIFF"}, directory);
  // libvips looks colours up in palettes; the indices are wanted.
  if (t.photometric == 3) return TiffAs::grey;
  // It mixes the rows of planes of grey and alpha, and of planes of Y, Cb and Cr.
  const bool planes = t.planes == 2 && t.samples == 2;
  return planes || has_raw_ycbcr(file, directory) ? TiffAs::rgb : TiffAs::stored;
}

uint64_t find_tiff_directory(Bytes file, int level) {
  const ByteReader r{file, file.size > 0 && file.data[0] == 'M', "TIFF"};
  uint64_t directory = first_directory(r);
  if (level < 0) return read_tags(r, directory).subdirectories.at(static_cast<size_t>(-1 - level));
  for (; level > 0; --level) directory = each_tag_of(r, directory, [](const TiffField&) {});
  return directory;
}

Reduction reduce_tiff(const Header& h, const DecodeSpec&, Bytes file, double least) {
  if (h.palette) return {};
  try {
    return find_level(h, ByteReader{file, file.size > 0 && file.data[0] == 'M', "TIFF"}, least);
  } catch (const Error&) {
    // Directories after the first one are broken, and nothing else reads them.
    return {};
  }
}

}  // namespace penstock::codecs
