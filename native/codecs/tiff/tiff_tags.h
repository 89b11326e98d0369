// The entries of a directory of a TIFF or BigTIFF, with every offset checked. Used to read headers, and to patch them.
#pragma once
#include "codecs/byte_reader.h"

namespace penstock::codecs {

enum TiffTag : int {
  kTiffSubfileType = 254,
  kTiffWidth = 256,
  kTiffHeight = 257,
  kTiffBitsPerSample = 258,
  kTiffCompression = 259,
  kTiffPhotometric = 262,
  kTiffOrientation = 274,
  kTiffSamplesPerPixel = 277,
  kTiffPlanes = 284,
  kTiffT4Options = 292,
  kTiffColorMap = 320,
  kTiffTileWidth = 322,
  kTiffSubdirectories = 330,
  kTiffSampleFormat = 339,
  kTiffYcbcrCoefficients = 529,
  kTiffYcbcrSubsampling = 530,
  kTiffReferenceBlackWhite = 532
};

// One entry; value() is for integers of type BYTE, SHORT, LONG or LONG8, real() for fractions and floats too.
struct TiffField {
  const ByteReader& r;
  bool big;
  uint64_t at;

  int tag() const { return r.u16(at); }
  int type() const { return r.u16(at + 2); }
  uint64_t count() const { return big ? r.u64(at + 4) : r.u32(at + 4); }
  // 13 and 18 are offsets of directories.
  uint64_t item_bytes() const {
    const int t = type();
    return t == 3 ? 2 : t == 4 || t == 13 ? 4 : t == 1 ? 1 : t == 16 || t == 18 ? 8 : 0;
  }

  // Bytes of an item of any type that TIFF and BigTIFF define, numbers or not.
  uint64_t most_item_bytes() const {
    static constexpr uint8_t kBytes[19] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};
    const int t = type();
    return t <= 18 ? kBytes[t] : 0;
  }

  // The offset of the values: inside the entry when they fit, else where the entry points to.
  uint64_t value_at() const {
    const uint64_t inline_at = at + (big ? 12 : 8), room = big ? 8 : 4, bytes = item_bytes();
    if (!bytes || count() <= room / bytes) return inline_at;
    return big ? r.u64(inline_at) : r.u32(inline_at);
  }
  uint32_t value(uint64_t i) const {
    const uint64_t bytes = item_bytes();
    if (!bytes || i >= count()) fail(ErrorCode::BAD_SAMPLE, "Expected integers in TIFF tag %d", tag());
    const uint64_t from = value_at();
    if (from > r.file.size) fail(ErrorCode::BAD_SAMPLE, "Expected TIFF tag %d inside the file", tag());
    const uint64_t v = bytes == 1   ? r.u8(from + i)
                       : bytes == 2 ? r.u16(from + 2 * i)
                       : bytes == 4 ? r.u32(from + 4 * i)
                                    : r.u64(from + 8 * i);
    return v > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(v);
  }
  // RATIONAL, SRATIONAL, FLOAT and DOUBLE; other types are taken for integers. A fraction by 0 is 0, as for libtiff.
  float real(uint64_t i) const {
    const int t = type();
    if (t != 5 && t != 10 && t != 11 && t != 12) return static_cast<float>(value(i));
    const uint64_t inline_at = at + (big ? 12 : 8), bytes = t == 11 ? 4 : 8, room = big ? 8 : 4;
    const uint64_t from = count() <= room / bytes ? inline_at : big ? r.u64(inline_at) : r.u32(inline_at);
    if (i >= count() || from > r.file.size) fail(ErrorCode::BAD_SAMPLE, "Expected TIFF tag %d inside the file", tag());
    if (t == 11) return bits_as<float>(r.u32(from + 4 * i));
    if (t == 12) return static_cast<float>(bits_as<double>(r.u64(from + 8 * i)));
    const uint32_t over = r.u32(from + 8 * i), under = r.u32(from + 8 * i + 4);
    if (!under) return 0;
    if (t == 5) return static_cast<float>(static_cast<double>(over) / under);
    return static_cast<float>(static_cast<double>(static_cast<int32_t>(over)) / static_cast<int32_t>(under));
  }

 private:
  template <class T, class Bits>
  static T bits_as(Bits bits) {
    T v;
    static_assert(sizeof v == sizeof bits, "a float of another size");
    std::memcpy(&v, &bits, sizeof v);
    return v;
  }
};

inline bool is_big_tiff(const ByteReader& r) { return r.u16(2) == 43; }

// The offset of the first directory.
inline uint64_t first_directory(const ByteReader& r) { return is_big_tiff(r) ? r.u64(8) : r.u32(4); }

// Calls use(field) for each entry of the directory at an offset; returns the offset of the next one, or 0.
template <class Use>
uint64_t each_tag_of(const ByteReader& r, uint64_t directory, Use&& use) {
  const bool big = is_big_tiff(r);
  if (directory > r.file.size)
    fail(ErrorCode::BAD_SAMPLE, "Expected a complete TIFF file but received %zu bytes, without its directory",
         r.file.size);
  const uint64_t count = big ? r.u64(directory) : r.u16(directory), entry = big ? 20 : 12;
  uint64_t at = directory + (big ? 8 : 2);
  for (uint64_t i = 0; i < count; ++i, at += entry) {
    r.at(at, entry);
    use(TiffField{r, big, at});
  }
  const uint64_t bytes = big ? 8 : 4;
  if (at > r.file.size || bytes > r.file.size - at) return 0;
  return big ? r.u64(at) : r.u32(at);
}

// Calls use(field) for each entry of the first directory.
template <class Use>
void each_tag(const ByteReader& r, Use&& use) {
  each_tag_of(r, first_directory(r), use);
}

}  // namespace penstock::codecs
