// TIFF and BigTIFF: the tags of the first directory that give size, kind of pixels and orientation.
#include <algorithm>
#include <cmath>
#include <vector>

#include "codecs/tiff/tiff.h"
#include "codecs/tiff/tiff_tags.h"

namespace penstock::codecs {
namespace {

struct Tags {
  uint32_t subfile = 0;
  uint64_t next = 0;                     // offset of the next directory
  std::vector<uint64_t> subdirectories;  // their offsets
  uint32_t width = 0, height = 0, bits = 1, compression = 1, photometric = 1, orientation = 1, samples = 1, format = 1;
  bool mixed_bits = false;
};

// More levels than a pyramid of the largest image has.
constexpr size_t kMostLevels = 24;

Tags read_tags(const ByteReader& r, uint64_t directory) {
  Tags t;
  t.next = each_tag_of(r, directory, [&](const TiffField& f) {
    switch (f.tag()) {
      case kTiffSubfileType: t.subfile = f.value(0); break;
      case kTiffSubdirectories:
        // Type 13, IFD, is a LONG; offsets beyond 32 bits do not occur in memory of this size.
        for (uint64_t k = 0; k < f.count() && k < kMostLevels; ++k) {
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
      case kTiffOrientation: t.orientation = f.value(0); break;
      case kTiffSamplesPerPixel: t.samples = f.value(0); break;
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

}  // namespace

Header peek_tiff(Bytes file) {
  const ByteReader r{file, file.size > 0 && file.data[0] == 'M', "TIFF"};
  const Tags t = read_tags(r, first_directory(r));
  Header h;
  h.format = Format::tiff;
  h.width = t.width > INT32_MAX ? 0 : static_cast<int>(t.width);
  h.height = t.height > INT32_MAX ? 0 : static_cast<int>(t.height);
  h.channels = channels_of(t);
  const bool bits_known =
      t.bits == 1 || t.bits == 2 || t.bits == 4 || t.bits == 8 || (t.bits == 16 && t.photometric != 3);
  if (!h.channels || !bits_known || t.mixed_bits || (t.format != 1 && t.format != 4))
    fail(ErrorCode::UNSUPPORTED,
         "Expected grey, palette, RGB, YCbCr or CMYK of 1 to 16 unsigned bits in a TIFF but received photometric %u "
         "with %u samples of %u bits, sample format %u",
         t.photometric, t.samples, t.bits, t.format);
  h.palette = t.photometric == 3;
  h.bits = t.bits == 16 ? 16 : 8;
  h.orientation = t.orientation >= 1 && t.orientation <= 8 ? static_cast<int>(t.orientation) : 1;
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
  for (int page = 1; next && page <= static_cast<int>(kMostLevels); ++page) next = look(next, page);
  return best;
}

}  // namespace

Reduction reduce_tiff(const Header& h, const DecodeSpec&, Bytes file, double least) {
  if (h.palette) return {};
  try {
    return find_level(h, ByteReader{file, file.size > 0 && file.data[0] == 'M', "TIFF"}, least);
  } catch (const Error&) {
    // Directories behind the first one are broken, and nothing else reads them.
    return {};
  }
}

}  // namespace penstock::codecs
