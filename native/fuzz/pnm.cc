// PBM, PGM and PPM, as text and as bytes: the whole decoder is the project's.
#include <cstdio>

#include "fuzz/engine/fuzz.h"
#include "fuzz/util/decode.h"

namespace penstock::fuzz {
namespace {

void append(File& f, const std::string& text) { f.insert(f.end(), text.begin(), text.end()); }

File make(Rng& rng) {
  const int kind = 1 + static_cast<int>(rng.below(6));
  const size_t w = 1 + rng.below(40), h = 1 + rng.below(30), channels = kind == 3 || kind == 6 ? 3 : 1;
  const bool bitmap = kind == 1 || kind == 4;
  const uint32_t top = one_in(rng, 2) ? 255 : 1 + rng.below(65535);
  File f;
  append(f, "P" + std::to_string(kind) + (one_in(rng, 3) ? " # a comment\n" : "\n"));
  append(f, std::to_string(w) + " " + std::to_string(h) + "\n");
  if (!bitmap) append(f, std::to_string(top) + "\n");
  if (kind <= 3) {
    for (size_t n = w * h * channels; n--;) {
      append(f, std::to_string(rng.below(bitmap ? 2 : top + 1)));
      if (!bitmap || one_in(rng, 2)) f.push_back(' ');
    }
  } else {
    for (size_t n = bitmap ? (w + 7) / 8 * h : w * h * channels * (top > 255 ? 2 : 1); n--;) f.push_back(any_byte(rng));
  }
  return f;
}

const Target target(
    "pnm", [](Input in, Rng& draw) { check_format(in, codecs::Format::pnm, draw); }, make);

}  // namespace
}  // namespace penstock::fuzz
