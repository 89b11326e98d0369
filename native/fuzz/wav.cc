// WAV: the whole reader is the project's. Files are made with every format tag, size of elements and order of chunks.
#include "fuzz/util/sound.h"

namespace penstock::fuzz {
namespace {

// Writes the low bytes of a number; a number of more than 8 bytes has zeros above.
void number(File& f, uint64_t v, int bytes, bool big) {
  for (int i = 0; i < bytes; ++i) {
    const int place = big ? bytes - 1 - i : i;
    f.push_back(place < 8 ? static_cast<uint8_t>(v >> 8 * place) : 0);
  }
}
void text(File& f, const char* letters) {
  for (int i = 0; i < 4; ++i) f.push_back(static_cast<uint8_t>(letters[i]));
}

void add_format(File& f, Rng& rng, bool big) {
  constexpr uint32_t kTags[] = {1, 1, 1, 3, 6, 7, 2, 0xfffe};
  const uint32_t tag = kTags[rng.below(8)], channels = 1 + rng.below(3), bits = 8 * (1 + rng.below(8));
  text(f, "fmt ");
  number(f, 40, 4, big);
  number(f, tag, 2, big);
  number(f, channels, 2, big);
  number(f, 8000, 4, big);
  number(f, 0, 4, big);
  number(f, one_in(rng, 3) ? rng.below(20) : channels * bits / 8, 2, big);
  number(f, one_in(rng, 4) ? rng.below(40) : bits, 2, big);
  number(f, 22, 2, big);
  number(f, 0, 6, big);
  number(f, kTags[rng.below(7)], 2, big);
  number(f, 0, 14, big);
}

void add_data(File& f, Rng& rng, bool big) {
  text(f, "data");
  const uint32_t size = rng.below(300);
  number(f, one_in(rng, 4) ? rng.bits() : one_in(rng, 8) ? 0xffffffffu : one_in(rng, 8) ? 0 : size, 4, big);
  for (uint32_t n = size + (size & 1); n--;) f.push_back(any_byte(rng));
}

File make(Rng& rng) {
  File f;
  const uint32_t kind = rng.below(4);
  const bool big = kind == 1;
  text(f, kind == 1 ? "RIFX" : kind == 2 ? "RF64" : "RIFF");
  number(f, one_in(rng, 2) ? rng.below(400) : 0, 4, big);
  text(f, "WAVE");
  if (kind == 2) {
    text(f, "ds64");
    number(f, 28, 4, big);
    number(f, 0, 8, big);
    number(f, one_in(rng, 2) ? rng.below(300) : uint64_t{rng.bits()} << 32, 8, big);
    number(f, 0, 12, big);
  }
  const bool format_first = !one_in(rng, 5);
  if (format_first) add_format(f, rng, big);
  if (one_in(rng, 3)) {
    text(f, "LIST");
    number(f, 3, 4, big);
    number(f, 0, 4, big);
  }
  add_data(f, rng, big);
  if (!format_first) add_format(f, rng, big);
  return f;
}

const Target target(
    "wav", [](Input in, Rng&) { check_sound(in); }, make);

}  // namespace
}  // namespace penstock::fuzz
