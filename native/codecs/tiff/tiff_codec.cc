// TIFF in the table of formats: the first page, or a smaller version of it that the file holds, decoded by libvips. For
// palette images libvips decodes the indices, and the colours are looked up here, because a palette has 16 bits for
// each.
#include <cstring>

#include "codecs/signature.h"
#include "codecs/tiff/tiff.h"
#include "codecs/vips/index_file.h"
#include "codecs/vips/load.h"

namespace penstock::codecs {
namespace {

const vips::Loader kLoader("tiffload_buffer");

// Signatures in both byte orders, of TIFF and of BigTIFF.
bool sniff_tiff(Bytes b) {
  return has_signature(b, "II*\0"sv) || has_signature(b, "MM\0*"sv) || has_signature(b, "II+\0"sv) ||
         has_signature(b, "MM\0+"sv);
}

// Looks up the colours of indices; `entry` converts a value of the palette.
template <class T, class Entry>
RawImage paint(const DecodeTask& task, RawImage raw, const TiffPalette& palette, Entry&& entry) {
  T table[256][3] = {};
  for (int i = 0; i < palette.colors && i < 256; ++i) {
    for (int c = 0; c < 3; ++c) table[i][c] = static_cast<T>(entry(palette.values[c * palette.colors + i]));
  }
  const size_t pixels = static_cast<size_t>(raw.w) * static_cast<size_t>(raw.h);
  T* const out = task.scratch.get<T>(pixels * 3);
  const auto* in = static_cast<const uint8_t*>(raw.data);
  for (size_t i = 0; i < pixels; ++i) std::memcpy(out + 3 * i, table[in[i]], sizeof table[0]);
  raw.data = out;
  raw.channels = 3;
  raw.bits = 8 * sizeof(T);
  raw.stride = static_cast<size_t>(raw.w) * sizeof table[0];
  return raw;
}

RawImage decode_tiff(const DecodeTask& task) {
  const vips::LoadOptions options{kLoader, vips::Pages::first};
  const uint64_t directory = find_tiff_directory(task.file, task.spec.reduction.level);
  const vips::Pieces file = pixels_of_tiff(task, directory, tiff_pixels_as(task.file, directory));
  if (!task.header.palette) {
    const RawImage raw = vips::load(task, file, options);
    if (has_raw_ycbcr(task.file, directory)) convert_tiff_ycbcr(task.file, directory, raw);
    return raw;
  }
  int bits = 1;
  const TiffPalette palette = read_tiff_palette(task, bits);
  const RawImage raw = vips::to_indices(vips::load(task, file, options), vips::step_of(bits));
  const ImageType type = task.spec.type;
  if (task.indices()) return raw;
  // When no arithmetic uses the 16 bits, the palette is rounded to 8 bits before the look-up.
  if (task.spec.dtype == DType::uint8 && type != ImageType::gray && type != ImageType::ycbcr)
    return paint<uint8_t>(task, raw, palette, [](uint32_t v) { return (v + 128) / 257; });
  return paint<uint16_t>(task, raw, palette, [](uint32_t v) { return v; });
}

Support support_tiff() { return vips::support(kLoader, "libtiff"); }

}  // namespace

PENSTOCK_CODEC(tiff, {sniff_tiff, peek_tiff, decode_tiff, nullptr, support_tiff, reduce_tiff})

}  // namespace penstock::codecs
