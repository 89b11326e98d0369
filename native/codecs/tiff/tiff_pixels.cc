// A TIFF as libvips gets it: with one directory, which has the tags that decide about pixels. libtiff reads every tag
// of every page, even where thousands of tags share their bytes, which makes its time quadratic in the file's size.
#include <algorithm>
#include <iterator>

#include "codecs/tiff/tiff.h"
#include "codecs/tiff/tiff_tags.h"

namespace penstock::codecs {
namespace {

// In order. Beside those of TiffTag: fill order, rows per strip, byte counts, planes, options of CCITT, predictor,
// tiles, kind of ink, what JPEG needs, and how YCbCr becomes RGB.
constexpr int kPixelTags[] = {256, 257, 258, 259, 262, 266, 273, 277, 278, 279, 284, 292, 293, 317, 320, 322, 323, 324,
                              325, 332, 338, 339, 347, 512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 532};

bool decides(int tag) { return std::binary_search(std::begin(kPixelTags), std::end(kPixelTags), tag); }

// libvips takes planes for something else than pixels where there is one, of fewer than 8 bits. They are the same.
bool is_one_plane(const ByteReader& r, uint64_t directory) {
  uint32_t samples = 1;
  each_tag_of(r, directory, [&](const TiffField& f) {
    if (f.tag() == kTiffSamplesPerPixel) samples = f.value(0);
  });
  return samples == 1;
}

// Limits of other tags and of their bytes; most files have a few.
constexpr uint64_t kFewTags = 32, kFewBytes = 1 << 16;

// Whether a tag may stay: libtiff refuses orientations that are none.
bool is_harmless(const TiffField& f) {
  if (f.tag() == kTiffOrientation) return f.type() == 3 && f.count() == 1 && f.value(0) >= 1 && f.value(0) <= 8;
  return f.tag() != kTiffSubdirectories && (f.tag() != kTiffPlanes || f.value(0) == 1);
}

// Whether libtiff may read the file as it is: no more than this directory, and little that does not count.
bool is_plain(const ByteReader& r, uint64_t directory) {
  if (directory != first_directory(r)) return false;
  uint64_t tags = 0, bytes = 0;
  bool plain = true;
  const uint64_t next = each_tag_of(r, directory, [&](const TiffField& f) {
    plain = plain && is_harmless(f);
    if (decides(f.tag())) return;
    ++tags;
    bytes += std::min<uint64_t>(f.count(), kFewBytes + 1) * f.most_item_bytes();
  });
  return plain && !next && tags <= kFewTags && bytes <= kFewBytes;
}

// Writes an integer in the file's byte order.
void put(uint8_t* to, uint64_t value, int bytes, bool big_endian) {
  for (int i = 0; i < bytes; ++i) to[big_endian ? bytes - 1 - i : i] = static_cast<uint8_t>(value >> (8 * i));
}

}  // namespace

vips::Pieces pixels_of_tiff(const DecodeTask& task, uint64_t directory, TiffAs as) {
  const Bytes file = task.file;
  const ByteReader r{file, file.data[0] == 'M', "TIFF"};
  const bool big = is_big_tiff(r);
  const uint64_t begin = file.size + (file.size & 1), header = big ? 16 : 8, entry = big ? 20 : 12;
  const int count_bytes = big ? 8 : 2, offset_bytes = big ? 8 : 4;
  if (as == TiffAs::stored && is_plain(r, directory)) return file;
  if (!big && begin > UINT32_MAX)
    fail(ErrorCode::UNSUPPORTED, "Expected a TIFF of less than 4 GiB, or a BigTIFF, but received %zu bytes", file.size);

  const bool one_plane = is_one_plane(r, directory);
  uint64_t entries = 0;
  int tags[std::size(kPixelTags)];
  auto* const out = task.scratch.get(header + 1 + count_bytes + std::size(kPixelTags) * entry + offset_bytes);
  uint8_t* const first = out + header + (file.size & 1) + count_bytes;
  each_tag_of(r, directory, [&](const TiffField& f) {
    // Where a tag comes twice, libtiff takes the first.
    if (!decides(f.tag()) || (one_plane && f.tag() == kTiffPlanes)) return;
    if (std::find(tags, tags + entries, f.tag()) != tags + entries) return;
    uint8_t* const to = first + entries * entry;
    std::memcpy(to, file.data + f.at, entry);
    if (as != TiffAs::stored && f.tag() == kTiffPhotometric) {
      // One SHORT.
      put(to + 2, 3, 2, r.big_endian);
      put(to + 4, 1, offset_bytes, r.big_endian);
      put(to + 4 + offset_bytes, static_cast<uint64_t>(as), 2, r.big_endian);
    }
    tags[entries++] = f.tag();
  });
  std::memcpy(out, file.data, header);
  put(out + header - offset_bytes, begin, offset_bytes, r.big_endian);
  uint8_t* const tail = out + header;
  *tail = 0;
  put(first - count_bytes, entries, count_bytes, r.big_endian);
  put(first + entries * entry, 0, offset_bytes, r.big_endian);

  vips::Pieces pieces(Bytes{out, header});
  pieces.add({file.data + header, file.size - header});
  pieces.add({tail, static_cast<size_t>(first + entries * entry + offset_bytes - tail)});
  return pieces;
}

}  // namespace penstock::codecs
