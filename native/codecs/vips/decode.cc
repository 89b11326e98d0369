// Pixels by libvips. A sequential load is pulled strip by strip through a region on the calling thread, straight into
// scratch: libvips starts no thread and keeps no copy of the image.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "codecs/orient.h"
#include "codecs/unchanged.h"
#include "codecs/vips/heif.h"
#include "codecs/vips/index_file.h"
#include "codecs/vips/library.h"
#include "codecs/vips/vips.h"

namespace penstock::codecs {
namespace {

using vips::Library;

struct Unref {
  const Library* library;
  void operator()(void* object) const { library->object_unref(object); }
};
template <class T>
using Owned = std::unique_ptr<T, Unref>;

// libvips has one error text for all threads. It is copied and cleared as one step, under libvips' own lock. One line
// is enough, as later ones repeat it; those of seeking past the end come with sound AVIF files too. Where two images
// fail at the same moment, either may get both reasons: libvips does not say whose a line is. That a sample is bad, and
// which one, never depends on the text.
std::string take_reason(const Library& v) {
  std::string text;
  if (char* copy = v.error_buffer_copy()) {
    const std::unique_ptr<char, void (*)(void*)> owned(copy, v.free_text);
    text = copy;
  }
  while (text.rfind("source: bad seek", 0) == 0) text.erase(0, std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
}

[[noreturn]] void fail_decode(const Library& v, const DecodeTask& task) {
  const Format format = task.header.format;
  const std::string text = take_reason(v);
  const auto tells = [&](const char* part) { return text.find(part) != std::string::npos; };
  if (format >= Format::avif && (tells("not been built in") || tells("class \"heifload") || tells("Unsupported"))) {
    const HeifHeader heif = read_heif_header(task.file);
    throw Error(ErrorCode::UNSUPPORTED,
                std::string("Expected an image that libvips ") + v.version_string() + " can decode but received " +
                    format_name(format) + " with the codec '" + heif.codec + "': " + text,
                format == Format::avif ? "install a libvips that has libheif with AV1"
                                       : "convert the files to AVIF or JPEG; libvips as npm brings it has no HEVC");
  }
  fail(ErrorCode::BAD_SAMPLE, "Expected a sound %s image but received one that libvips refuses: %s",
       format_name(format), text.empty() ? "no reason given" : text.c_str());
}

// Rows per pull: a strip of a PNG or a row of tiles stays in the cache until it is copied.
constexpr int kStrip = 64;

bool pull(const Library& v, vips::Image* image, const RawImage& raw, int format, void* out, const DecodeTask& task) {
  const size_t size = raw.stride * static_cast<size_t>(raw.h);
  const Owned<vips::Image> memory{v.image_new_from_memory(out, size, raw.w, raw.h, raw.channels, format), Unref{&v}};
  if (!memory) return false;
  const Owned<vips::Region> from{v.region_new(image), Unref{&v}}, to{v.region_new(memory.get()), Unref{&v}};
  for (int y = 0; y < raw.h; y += kStrip) {
    const vips::Rect rect{0, y, raw.w, raw.h - y < kStrip ? raw.h - y : kStrip};
    if (v.region_image(to.get(), &rect) || v.region_prepare_to(from.get(), to.get(), &rect, 0, y)) return false;
    if (task.deadline.passed()) fail_late(task.deadline, task.header.format, raw.w, raw.h);
  }
  return true;
}

// Ink to light, without a profile: R = (1 - C)(1 - K), rounded down as libtiff does.
template <class T>
void cmyk_to_rgb(RawImage& raw, T* p, uint32_t top) {
  const T* in = p;
  for (size_t i = 0, n = static_cast<size_t>(raw.w) * static_cast<size_t>(raw.h); i < n; ++i, in += 4) {
    const uint32_t light = top - in[3];
    for (int c = 0; c < 3; ++c) *p++ = static_cast<T>(static_cast<uint64_t>(top - in[c]) * light / top);
  }
  raw.channels = 3;
  raw.stride = raw.stride / 4 * 3;
}

vips::Image* open(vips::Loader load, Bytes file, bool pages) {
  void* data = const_cast<uint8_t*>(file.data);
  vips::Image* image = nullptr;
  const int access = vips::kAccessSequential, fail_on = vips::kFailOnError;
  const int bad = pages
                      ? load(data, file.size, &image, "access", access, "fail_on", fail_on, "page", 0, "n", 1, nullptr)
                      : load(data, file.size, &image, "access", access, "fail_on", fail_on, nullptr);
  return bad ? nullptr : image;
}

// `turned`: the loader obeys an orientation that swaps width and height.
RawImage load(const DecodeTask& task, vips::Loader Library::*loader, bool pages, Bytes file, bool turned = false) {
  const Header& header = task.header;
  const Library& v = vips::library();
  const Owned<vips::Image> image{open(v.*loader, file, pages), Unref{&v}};
  if (!image) fail_decode(v, task);
  RawImage raw;
  raw.w = v.image_get_width(image.get());
  raw.h = v.image_get_height(image.get());
  raw.channels = v.image_get_bands(image.get());
  const int format = v.image_get_format(image.get());
  check_unchanged(header, turned ? raw.h : raw.w, turned ? raw.w : raw.h);
  if (raw.channels < 1 || raw.channels > 4 || (format != vips::kFormatUchar && format != vips::kFormatUshort))
    fail(ErrorCode::UNSUPPORTED, "Expected 1 to 4 channels of 8 or 16 bits but received %d of another kind",
         raw.channels);
  raw.bits = format == vips::kFormatUshort ? 16 : 8;
  raw.stride = static_cast<size_t>(raw.w) * static_cast<size_t>(raw.channels) * static_cast<size_t>(raw.bits / 8);
  void* out = task.scratch.bytes(raw.stride * static_cast<size_t>(raw.h));
  raw.data = out;
  if (!pull(v, image.get(), raw, format, out, task)) fail_decode(v, task);
  if (raw.channels == 4 && v.image_get_interpretation(image.get()) == vips::kInterpretationCmyk) {
    if (raw.bits == 16)
      cmyk_to_rgb(raw, static_cast<uint16_t*>(out), 65535);
    else
      cmyk_to_rgb(raw, static_cast<uint8_t*>(out), 255);
  }
  return raw;
}

// The numbers of a palette's colours, one byte each, from what an IndexFile decoded to.
RawImage to_indices(RawImage raw, int step) {
  if (raw.bits != 8) fail(ErrorCode::INTERNAL, "palette numbers of %d bits", raw.bits);
  auto* const out = const_cast<uint8_t*>(static_cast<const uint8_t*>(raw.data));
  const size_t pixels = static_cast<size_t>(raw.w) * static_cast<size_t>(raw.h);
  const auto channels = static_cast<size_t>(raw.channels);
  if (step > 1 || channels > 1) {
    for (size_t i = 0; i < pixels; ++i) out[i] = static_cast<uint8_t>(out[i * channels] / step);
  }
  raw.channels = 1;
  raw.stride = static_cast<size_t>(raw.w);
  return raw;
}

// The colours of indices. `palette` holds the reds, the greens and the blues, converted by `entry`.
template <class T, class Entry>
RawImage paint(const DecodeTask& task, RawImage raw, const uint16_t* palette, int colors, Entry&& entry) {
  T table[256][3] = {};
  for (int i = 0; i < colors && i < 256; ++i) {
    for (int c = 0; c < 3; ++c) table[i][c] = static_cast<T>(entry(palette[c * colors + i]));
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

}  // namespace

RawImage decode_png(const DecodeTask& task) {
  if (!task.indices()) return load(task, &Library::pngload_buffer, false, task.file);
  const IndexFile numbers = index_png(task);
  return to_indices(load(task, &Library::pngload_buffer, false, numbers.file), numbers.step);
}

RawImage decode_webp(const DecodeTask& task) { return load(task, &Library::webpload_buffer, true, task.file); }

RawImage decode_tiff(const DecodeTask& task) {
  if (!task.header.palette) return load(task, &Library::tiffload_buffer, true, task.file);
  const uint16_t* palette = nullptr;
  int colors = 0;
  const IndexFile numbers = index_tiff(task, palette, colors);
  const RawImage raw = to_indices(load(task, &Library::tiffload_buffer, true, numbers.file), numbers.step);
  const ImageType type = task.spec.type;
  if (task.indices()) return raw;
  // A palette has 16 bits for each colour. Where nothing is computed from them, they are rounded before they are
  // spread.
  if (task.spec.dtype == DType::uint8 && type != ImageType::gray && type != ImageType::ycbcr)
    return paint<uint8_t>(task, raw, palette, colors, [](uint32_t v) { return (v + 128) / 257; });
  return paint<uint16_t>(task, raw, palette, colors, [](uint32_t v) { return v; });
}

RawImage decode_gif(const DecodeTask& task) {
  if (!task.indices()) return load(task, &Library::gifload_buffer, true, task.file);
  Window frame;
  uint8_t open = 0;
  const IndexFile numbers = index_gif(task, frame, open);
  RawImage raw = to_indices(load(task, &Library::gifload_buffer, true, numbers.file), numbers.step);
  auto* row = const_cast<uint8_t*>(static_cast<const uint8_t*>(raw.data));
  for (int y = 0; y < raw.h && open; ++y, row += raw.stride) {
    for (int x = 0; x < raw.w; ++x) {
      const bool covered = x >= frame.x && x < frame.x + frame.w && y >= frame.y && y < frame.y + frame.h;
      if (!covered) row[x] = open;
    }
  }
  return raw;
}

RawImage decode_heif(const DecodeTask& task) {
  const Header& header = task.header;
  const HeifHeader heif = read_heif_header(task.file);
  const int orientation = heif.header.orientation;
  RawImage raw = load(task, &Library::heifload_buffer, false, task.file, swaps_axes(orientation));
  // libvips leaves the bits where they are in 16, at the top.
  if (raw.bits == 16 && heif.depth > 8 && heif.depth < 16) {
    auto* p = const_cast<uint16_t*>(static_cast<const uint16_t*>(raw.data));
    const uint32_t top = (1u << heif.depth) - 1;
    const size_t n = static_cast<size_t>(raw.w) * static_cast<size_t>(raw.h) * static_cast<size_t>(raw.channels);
    for (size_t i = 0; i < n; ++i) p[i] = static_cast<uint16_t>(((p[i] >> (16 - heif.depth)) * 65535u + top / 2) / top);
  }
  if (orientation == 1) return raw;
  // libvips has turned the image already; the rest of the decoder expects it as it is stored.
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

}  // namespace penstock::codecs
