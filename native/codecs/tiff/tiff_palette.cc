// The palette of a TIFF, whose header peek_tiff() has checked.
#include <algorithm>

#include "codecs/tiff/tiff.h"
#include "codecs/tiff/tiff_tags.h"

namespace penstock::codecs {
namespace {

// Reads the values of the tag kTiffColorMap.
TiffPalette read_palette(const TiffField& f, Scratch& scratch) {
  const auto n = static_cast<uint32_t>(f.count());
  auto* values = scratch.get<uint16_t>(n);
  uint32_t highest = 0;
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t v = std::min<uint32_t>(f.value(i), 65535);
    values[i] = static_cast<uint16_t>(v);
    highest = std::max(highest, v);
  }
  // Old writers store 8-bit values in the 16 bits.
  if (highest < 256) {
    for (uint32_t i = 0; i < n; ++i) values[i] = static_cast<uint16_t>(values[i] * 257);
  }
  return {values, static_cast<int>(n / 3)};
}

}  // namespace

TiffPalette read_tiff_palette(const DecodeTask& task, int& bits) {
  const ByteReader r{task.file, task.file.data[0] == 'M', "TIFF"};
  TiffPalette palette;
  bits = 1;
  each_tag(r, [&](const TiffField& f) {
    if (f.tag() == kTiffBitsPerSample) bits = static_cast<int>(f.value(0));
    // If a file has two palettes, the first one is used.
    if (f.tag() == kTiffColorMap && !palette.values && f.count() <= 3 * 256) palette = read_palette(f, task.scratch);
  });
  if (!palette.values || palette.colors < 1 << bits)
    fail(ErrorCode::BAD_SAMPLE, "Expected a palette of %d colours in a TIFF but received %d", 1 << bits,
         palette.colors);
  return palette;
}

}  // namespace penstock::codecs
