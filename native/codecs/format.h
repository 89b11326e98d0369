// The contribution of an image format to the table of formats: one Codec, defined in <format>/<format>_codec.cc. Facts
// that need no code (name, extensions, order, library) stand in <format>/codec.json. tools/gen/codecs.ts makes the
// table from both, native/generated/codecs.cc.
#pragma once
#include <memory>
#include <string>

#include "codecs/raw_image.h"

namespace penstock::codecs {

// Whether this machine can decode a format, for `doctor`.
struct Support {
  std::string version;  // of the library; empty for a built-in decoder
  std::string problem;  // why images of the format cannot be decoded; empty when they can be decoded
};

// Built-in decoders always work.
inline Support built_in() { return {}; }

// A decoder that writes the window itself and reads no more of the file than the window needs. It belongs to one
// thread, which keeps it from image to image.
class WindowDecoder {
 public:
  virtual ~WindowDecoder() = default;
  // Like Decoders::decode().
  virtual int decode(Bytes, const Header&, const DecodeSpec&, Window, void* out, Scratch&) = 0;
};

// The functions of a format; any thread may call them. A format that is only recognised, so that an error can name it,
// has `sniff` alone. Any other has `peek` and one of `decode` and `window_decoder`.
struct Codec {
  // Whether a file is of this format, by its first bytes; the file may be shorter than the signature. Formats are tried
  // in the order of codec.json, and the first one that returns true is taken.
  bool (*sniff)(Bytes);
  // Like codecs::peek(). header.format is this format; check_claim() has checked and filled the rest.
  Header (*peek)(Bytes) = nullptr;
  // Decodes at least the rectangle task.stored of the stored image; convert_window() then applies colour model, dtype
  // and orientation. Throws BAD_SAMPLE or UNSUPPORTED.
  RawImage (*decode)(const DecodeTask&) = nullptr;
  std::unique_ptr<WindowDecoder> (*window_decoder)() = nullptr;
  // Null: `doctor` does not list the format.
  Support (*support)() = nullptr;
  // Like codecs::reduce(). Null: the format has no smaller versions whose decoding would save time.
  Reduction (*reduce)(const Header&, const DecodeSpec&, Bytes, double least) = nullptr;
};

// Defines the Codec of a format's folder: `PENSTOCK_CODEC(png, {sniff, peek_png, decode, nullptr, support})`.
#define PENSTOCK_CODEC(format, ...)  \
  extern const Codec format##_codec; \
  const Codec format##_codec = __VA_ARGS__;

// A row of the table of formats.
struct FormatEntry {
  const char* name;     // as messages and documents show it, e.g. "JPEG 2000"
  const char* library;  // the decoder: a library's name, "built in" or "none"
  const Codec* codec;   // null for Format::unknown only
};
const FormatEntry& format_entry(Format);

}  // namespace penstock::codecs
