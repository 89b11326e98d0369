// TIFF and BigTIFF: the tags of the first directory that tell size, kind of pixels and orientation.
#include "codecs/byte_reader.h"
#include "codecs/vips/vips.h"

namespace penstock::codecs {
namespace {

enum Tag {
  kWidth = 256,
  kHeight = 257,
  kBitsPerSample = 258,
  kCompression = 259,
  kPhotometric = 262,
  kOrientation = 274,
  kSamplesPerPixel = 277,
  kSampleFormat = 339
};

struct Tags {
  uint32_t width = 0, height = 0, bits = 1, compression = 1, photometric = 1, orientation = 1, samples = 1, format = 1;
  bool mixed_bits = false;
};

// A SHORT or LONG value; the first one of a list. Lists of bits per sample must hold equal values.
struct Field {
  const ByteReader& r;
  bool big;
  uint64_t at;

  int type() const { return r.u16(at + 2); }
  uint64_t count() const { return big ? r.u64(at + 4) : r.u32(at + 4); }
  uint32_t value(uint64_t i) const {
    const uint64_t bytes = type() == 3 ? 2 : type() == 4 ? 4 : type() == 1 ? 1 : type() == 16 ? 8 : 0;
    if (!bytes || i >= count()) fail(ErrorCode::BAD_SAMPLE, "Expected integers in TIFF tag %d", r.u16(at));
    const uint64_t inline_at = at + (big ? 12 : 8), room = big ? 8 : 4;
    const uint64_t from = count() <= room / bytes ? inline_at : big ? r.u64(inline_at) : r.u32(inline_at);
    if (from > r.file.size) fail(ErrorCode::BAD_SAMPLE, "Expected TIFF tag %d inside the file", r.u16(at));
    const uint64_t v = bytes == 1   ? r.u8(from + i)
                       : bytes == 2 ? r.u16(from + 2 * i)
                       : bytes == 4 ? r.u32(from + 4 * i)
                                    : r.u64(from + 8 * i);
    return v > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(v);
  }
};

Tags read_tags(const ByteReader& r) {
  const bool big = r.u16(2) == 43;
  const uint64_t directory = big ? r.u64(8) : r.u32(4);
  if (directory > r.file.size)
    fail(ErrorCode::BAD_SAMPLE, "Expected a complete TIFF file but received %zu bytes, without its directory",
         r.file.size);
  const uint64_t count = big ? r.u64(directory) : r.u16(directory), entry = big ? 20 : 12;
  uint64_t at = directory + (big ? 8 : 2);
  Tags t;
  for (uint64_t i = 0; i < count; ++i, at += entry) {
    r.at(at, entry);
    const Field f{r, big, at};
    switch (r.u16(at)) {
      case kWidth: t.width = f.value(0); break;
      case kHeight: t.height = f.value(0); break;
      case kBitsPerSample:
        t.bits = f.value(0);
        for (uint64_t k = 1; k < f.count() && k < 8; ++k) t.mixed_bits |= f.value(k) != t.bits;
        break;
      case kCompression: t.compression = f.value(0); break;
      case kPhotometric: t.photometric = f.value(0); break;
      case kOrientation: t.orientation = f.value(0); break;
      case kSamplesPerPixel: t.samples = f.value(0); break;
      case kSampleFormat: t.format = f.value(0); break;
      default: break;
    }
  }
  return t;
}

// 0 when pixels of this kind are not supported.
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

// The most bytes that one byte of compressed data can stand for; 0 when there is no useful bound.
double max_ratio(uint32_t compression) {
  switch (compression) {
    case 1: return 1;
    case 5: return 4096;  // LZW: 12-bit codes
    case 8:
    case 32946: return 1032;  // deflate
    case 32773: return 64;    // PackBits: runs of 128 in 2 bytes
    default: return 0;
  }
}

}  // namespace

Header peek_tiff(Bytes file) {
  const ByteReader r{file, file.size > 0 && file.data[0] == 'M', "TIFF"};
  const Tags t = read_tags(r);
  Header h;
  h.format = Format::tiff;
  h.width = t.width > INT32_MAX ? 0 : static_cast<int>(t.width);
  h.height = t.height > INT32_MAX ? 0 : static_cast<int>(t.height);
  h.channels = channels_of(t);
  const bool bits_known = t.bits == 1 || t.bits == 2 || t.bits == 4 || t.bits == 8 || t.bits == 16;
  if (!h.channels || !bits_known || t.mixed_bits || (t.format != 1 && t.format != 4))
    fail(ErrorCode::UNSUPPORTED,
         "Expected grey, palette, RGB, YCbCr or CMYK of 1 to 16 unsigned bits in a TIFF but received photometric %u "
         "with "
         "%u samples of %u bits, sample format %u",
         t.photometric, t.samples, t.bits, t.format);
  h.bits = t.bits == 16 && t.photometric != 3 ? 16 : 8;
  h.orientation = t.orientation >= 1 && t.orientation <= 8 ? static_cast<int>(t.orientation) : 1;
  // YCbCr may be subsampled, to an eighth of its samples at most.
  check_claim(h, t.photometric == 6 ? 8 : static_cast<int>(t.bits * t.samples), max_ratio(t.compression));
  return h;
}

}  // namespace penstock::codecs
