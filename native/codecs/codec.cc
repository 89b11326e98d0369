// Finds the codec of a file's format in the generated table, and checks every header.
#include "codecs/codec.h"

#include "codecs/convert.h"
#include "codecs/format.h"
#include "codecs/orient.h"

namespace penstock::codecs {

struct Decoders::Impl {
  // By format; made for the thread's first image of the format.
  std::unique_ptr<WindowDecoder> window_decoders[kFormats];
};

namespace {

const Codec& codec_of(Format f) {
  if (f == Format::unknown) fail(ErrorCode::INTERNAL, "a header without a format");
  return *format_entry(f).codec;
}

}  // namespace

Decoders::Decoders() : impl_(std::make_unique<Impl>()) {}
Decoders::~Decoders() = default;

Header peek(Bytes b) {
  const Format format = sniff(b);
  if (format == Format::unknown) fail_not_an_image(b);
  const Codec& codec = codec_of(format);
  if (!codec.peek)
    fail(ErrorCode::UNSUPPORTED, "Expected an image of a supported format but received %s", format_name(format));
  return codec.peek(b);
}

void check_plausible(const Header& h, Bytes b) {
  if (b.size >= h.least_bytes) return;
  fail(ErrorCode::BAD_SAMPLE,
       "Expected a %s file of at least %llu bytes, as its header claims %dx%d pixels, but received %zu bytes",
       format_name(h.format), static_cast<unsigned long long>(h.least_bytes), h.width, h.height, b.size);
}

void check_pixels(const Header& h, int64_t max_pixels) {
  const int64_t pixels = static_cast<int64_t>(h.width) * h.height;
  if (!max_pixels || pixels <= max_pixels) return;
  char text[160];
  std::snprintf(text, sizeof text,
                "Expected an image of at most %lld pixels (maxPixels) but received a %s of %dx%d (%lld pixels)",
                static_cast<long long>(max_pixels), format_name(h.format), h.width, h.height,
                static_cast<long long>(pixels));
  throw Error(ErrorCode::BAD_SAMPLE, text, "raise maxPixels, or set it to 0 for no limit");
}

Shape decoded_shape(const Header& h, const DecodeSpec& spec) {
  int channels = 3;
  if (spec.type == ImageType::index) {
    channels = 1;
    if (!h.palette)
      throw Error(ErrorCode::BAD_SAMPLE,
                  std::string("Expected an image with a palette for outputType 'index' but received a ") +
                      format_name(h.format) + " without one",
                  "use outputType 'gray' for masks that are stored as grey values");
  }
  if (spec.type == ImageType::gray) channels = 1;
  if (spec.type == ImageType::any && !h.cmyk) channels = h.channels;
  if (swaps_axes(orientation_of(h, spec))) return {h.width, h.height, channels};
  return {h.height, h.width, channels};
}

Reduction reduce(const Header& h, const DecodeSpec& spec, Bytes b, double least) {
  const Codec& codec = codec_of(h.format);
  // Numbers of a palette have no mean.
  if (!codec.reduce || spec.type == ImageType::index || !(least < 1)) return {};
  return codec.reduce(h, spec, b, least);
}

Header reduced_header(const Header& h, const DecodeSpec& spec) {
  Header out = h;
  if (spec.reduction) out.width = spec.reduction.width, out.height = spec.reduction.height;
  return out;
}

double decode_cost(const Header& whole, const DecodeSpec& spec, Bytes b, Window v) {
  // The time in ns per byte of entropy-coded data (except for the rows below the window, which cost nothing) and per
  // pixel.
  constexpr double kByte = 9, kPixel = 4.6;
  const Header h = reduced_header(whole, spec);
  if (!codec_of(h.format).window_decoder) return b.size * kByte + static_cast<double>(h.width) * h.height * kPixel;
  const Window w = stored_window(v, h.width, h.height, orientation_of(h, spec));
  return kByte * b.size * (w.y + w.h) / h.height + kPixel * w.w * w.h;
}

int Decoders::decode(Bytes b, const Header& h, const DecodeSpec& spec, Window window, void* out, Scratch& scratch) {
  check_plausible(h, b);
  if (!window.w || !window.h) return 0;
  const Codec& codec = codec_of(h.format);
  if (codec.window_decoder) {
    auto& decoder = impl_->window_decoders[static_cast<int>(h.format)];
    if (!decoder) decoder = codec.window_decoder();
    return decoder->decode(b, h, spec, window, out, scratch);
  }
  const Scratch::Mark mark = scratch.mark();
  const Header seen = reduced_header(h, spec);
  const Window stored = stored_window(window, seen.width, seen.height, orientation_of(h, spec));
  const Deadline deadline(spec.max_seconds);
  const DecodeTask task{b, h, spec, stored, scratch, deadline};
  const RawImage raw = codec.decode(task);
  DecodeSpec shown = spec;
  // Palette indices are converted like the values of a grey image.
  if (task.indices()) shown.type = ImageType::gray;
  convert_window(raw, seen, shown, window, out);
  scratch.rewind(mark);
  return 0;
}

}  // namespace penstock::codecs
