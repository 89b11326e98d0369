// Shared by the targets of the image formats: an input is decoded whole and in windows, with different contents of
// fresh memory each time, and all results must agree.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "codecs/codec.h"
#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {

// One image under test.
struct Subject {
  codecs::Bytes file;
  codecs::Header header;
  codecs::DecodeSpec spec;
  int width, height;  // as the user sees it
  size_t pixel_bytes;

  codecs::Window whole() const { return {0, 0, width, height}; }
};

// The result of one decode.
struct Decoded {
  bool ok = false;
  int warnings = 0;
  std::string error;
  size_t size = 0;
  std::unique_ptr<uint8_t[]> pixels;  // `size` bytes exactly

  bool operator==(const Decoded&) const;
  bool operator!=(const Decoded& o) const { return !(*this == o); }
  std::string text() const { return ok ? "pixels with " + std::to_string(warnings) + " warnings" : "'" + error + "'"; }
};

// A description for messages.
std::string text_of(const Subject&, codecs::Window);

// Reads the header and draws a DecodeSpec. Returns false when there is nothing to decode: another format, a refused
// header, or too many pixels.
bool open_subject(Input, codecs::Format, Rng& draw, Subject&);

// Calls a decoder with `fill` in every byte of its output and of the scratch memory. An Error other than BAD_SAMPLE and
// UNSUPPORTED is a finding.
Decoded decode(const Subject&, codecs::Window, uint8_t fill, const std::function<int(void* out, Scratch&)>& decoder);

// Draws windows of all sizes, with edges on block borders more often than by chance.
codecs::Window draw_window(const Subject&, Rng& draw);

// Reports a finding when `part` is not the crop of `all`: it fails although the whole does not, or has other pixels.
void check_crop(const Subject&, const Decoded& all, const Decoded& part, codecs::Window);

// Decodes the whole and some windows, each with several contents of fresh memory.
void check_windows(const Subject&, Rng& draw);

// All checks for a format that has one decoder.
void check_format(Input, codecs::Format, Rng& draw);

}  // namespace penstock::fuzz
