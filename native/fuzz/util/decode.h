// What the targets of the image formats share: an input is decoded whole and in windows, with other contents of fresh
// memory each time, and everything must agree.
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

// What one decode gave.
struct Decoded {
  bool ok = false;
  int warnings = 0;
  std::string error;
  size_t size = 0;
  std::unique_ptr<uint8_t[]> pixels;  // exactly `size`

  bool operator==(const Decoded&) const;
  bool operator!=(const Decoded& o) const { return !(*this == o); }
  std::string text() const { return ok ? "pixels with " + std::to_string(warnings) + " warnings" : "'" + error + "'"; }
};

// For messages.
std::string text_of(const Subject&, codecs::Window);

// Reads the header and draws a DecodeSpec. False when there is nothing to decode: another format, a refused header, or
// more pixels than are worth the time.
bool open_subject(Input, codecs::Format, Rng& draw, Subject&);

// Calls a decoder with `fill` in every byte of its output and of the scratch. An Error other than BAD_SAMPLE and
// UNSUPPORTED is a finding.
Decoded decode(const Subject&, codecs::Window, uint8_t fill, const std::function<int(void* out, Scratch&)>& decoder);

// Windows of all sizes, with edges on block borders more often than chance has them.
codecs::Window draw_window(const Subject&, Rng& draw);

// A finding when `part` is not the crop of `all`: fails where the whole does not, or has other pixels.
void check_crop(const Subject&, const Decoded& all, const Decoded& part, codecs::Window);

// The whole check of a format that has one decoder.
void check_format(Input, codecs::Format, Rng& draw);

}  // namespace penstock::fuzz
