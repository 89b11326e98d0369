// Converts libvips' result for a HEIF file to the image as it is stored, with the full range of its bits.
#include <algorithm>

#include "codecs/heif/heif.h"
#include "codecs/orient.h"
#include "codecs/vips/load.h"

namespace penstock::codecs {

const vips::Loader heif_loader("heifload_buffer");

RawImage decode_heif(const DecodeTask& task, void (*explain)(const DecodeTask&, const std::string& text)) {
  const Header& header = task.header;
  const HeifHeader heif = read_heif_header(task.file, header.format);
  const int orientation = heif.header.orientation;
  RawImage raw =
      vips::load(task, pixels_of_heif(task.file), {heif_loader, vips::Pages::none, swaps_axes(orientation), explain});
  // libvips leaves the depth's bits at the top of 16.
  if (raw.bits == 16 && heif.depth > 8 && heif.depth < 16) {
    auto* p = const_cast<uint16_t*>(static_cast<const uint16_t*>(raw.data));
    const uint32_t top = (1u << heif.depth) - 1;
    const size_t n = static_cast<size_t>(raw.w) * static_cast<size_t>(raw.h) * static_cast<size_t>(raw.channels);
    for (size_t i = 0; i < n; ++i) p[i] = static_cast<uint16_t>(((p[i] >> (16 - heif.depth)) * 65535u + top / 2) / top);
  }
  if (orientation == 1) return raw;
  // libvips has already turned the image, but the rest of the decoder expects it as it is stored.
  const size_t pixel = static_cast<size_t>(raw.channels) * static_cast<size_t>(raw.bits / 8);
  auto* const stored = static_cast<uint8_t*>(task.scratch.bytes(raw.stride * static_cast<size_t>(raw.h)));
  const int back = orientation == 6 ? 8 : orientation == 8 ? 6 : orientation;
  orient_pixels(static_cast<const uint8_t*>(raw.data), raw.stride, raw.w, raw.h, pixel, back, stored);
  raw.data = stored;
  raw.w = header.width;
  raw.h = header.height;
  raw.stride = static_cast<size_t>(raw.w) * pixel;
  return raw;
}

void explain_codec(const DecodeTask& task, const std::string& text, const char* cure) {
  size_t at = std::string::npos;
  for (const char* part : {"not been built in", "class \"heifload", "Unsupported"}) at = std::min(at, text.find(part));
  if (at == std::string::npos) return;
  const size_t begin = text.rfind('\n', at) + 1;
  const std::string reason = text.substr(begin, text.find('\n', at) - begin);
  const Format format = task.header.format;
  throw Error(ErrorCode::UNSUPPORTED,
              std::string("Expected an image that libvips ") + vips::library().version_string() +
                  " can decode but received " + format_name(format) + " with the codec '" +
                  read_heif_header(task.file, format).codec + "': " + reason,
              cure);
}

}  // namespace penstock::codecs
