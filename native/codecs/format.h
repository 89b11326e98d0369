// What the folder of an image format gives to the table of formats: one Codec, defined in <format>/<format>_codec.cc.
// Facts about a format that are no code (name, extensions, order, library) stand in <format>/codec.json;
// tools/gen/codecs.ts makes the table of both, native/generated/codecs.cc.
#pragma once
#include <memory>
#include <string>

#include "codecs/raw_image.h"

namespace penstock::codecs {

// Whether this machine can decode a format, for `doctor`.
struct Support {
  std::string version;  // of the library; empty where the decoder is built in
  std::string problem;  // why images of the format cannot be decoded; empty when they can
};

// Built-in decoders always work.
inline Support built_in() { return {}; }

// A decoder that writes the window itself, from no more of the file than the window needs. One thread owns it and keeps
// it from image to image.
class WindowDecoder {
 public:
  virtual ~WindowDecoder() = default;
  // As Decoders::decode().
  virtual int decode(Bytes, const Header&, const DecodeSpec&, Window, void* out, Scratch&) = 0;
};

// All functions may be called from any thread. A format that is recognised only, to be refused by its name, has `sniff`
// alone; any other has `peek` and one of `decode` and `window_decoder`.
struct Codec {
  // Whether a file is of this format, by its first bytes; it may have fewer than a signature is long. Formats are asked
  // in the order of codec.json, and the first one that says yes has the file.
  bool (*sniff)(Bytes);
  // As codecs::peek(); header.format is this format, and check_claim() has seen the rest.
  Header (*peek)(Bytes) = nullptr;
  // At least the rectangle task.stored of the stored image; colour model, dtype and orientation are applied to it by
  // convert_window(). Throws BAD_SAMPLE or UNSUPPORTED.
  RawImage (*decode)(const DecodeTask&) = nullptr;
  std::unique_ptr<WindowDecoder> (*window_decoder)() = nullptr;
  // Null: `doctor` does not list the format.
  Support (*support)() = nullptr;
};

// Names the Codec of a format's folder: `PENSTOCK_CODEC(png, {sniff, peek_png, decode, nullptr, support})`.
#define PENSTOCK_CODEC(format, ...)  \
  extern const Codec format##_codec; \
  const Codec format##_codec = __VA_ARGS__;

// A row of the table of formats.
struct FormatEntry {
  const char* name;     // as messages and documents say it, e.g. "JPEG 2000"
  const char* library;  // what decodes it: a library's name, "built in" or "none"
  const Codec* codec;   // null: Format::unknown alone
};
const FormatEntry& format_entry(Format);

}  // namespace penstock::codecs
