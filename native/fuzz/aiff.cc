// AIFF and AIFF-C: the whole reader is the project's. Files are made with every kind and size of elements.
#include <cstring>

#include "fuzz/util/sound.h"

namespace penstock::fuzz {
namespace {

void number(File& f, uint64_t v, int bytes) {
  for (int i = bytes; i--;) f.push_back(static_cast<uint8_t>(v >> 8 * i));
}
void text(File& f, const char* letters) {
  for (int i = 0; i < 4; ++i) f.push_back(static_cast<uint8_t>(letters[i]));
}

File make(Rng& rng) {
  constexpr const char* kKinds[] = {"NONE", "twos", "sowt", "raw ", "in24", "in32", "42ni",
                                    "23ni", "fl32", "fl64", "alaw", "ulaw", "ima4"};
  File f;
  text(f, "FORM");
  number(f, rng.below(400), 4);
  const bool compressed = one_in(rng, 2), sound_first = one_in(rng, 5);
  text(f, compressed ? "AIFC" : "AIFF");
  const auto add_common = [&] {
    text(f, "COMM");
    number(f, compressed ? 24 : 18, 4);
    number(f, 1 + rng.below(3), 2);
    number(f, one_in(rng, 4) ? rng.bits() : rng.below(100), 4);
    number(f, rng.below(36), 2);
    number(f, one_in(rng, 6) ? rng.bits() & 0xffff : 0x400e, 2);
    number(f, uint64_t{0xac440000} << 32, 8);
    if (!compressed) return;
    text(f, kKinds[rng.below(13)]);
    number(f, 0, 2);
  };
  if (!sound_first) add_common();
  text(f, "SSND");
  const uint32_t size = rng.below(300);
  number(f, one_in(rng, 4) ? rng.bits() : size + 8, 4);
  number(f, one_in(rng, 4) ? rng.below(400) : 0, 4);
  number(f, 0, 4);
  for (uint32_t n = size + (size & 1); n--;) f.push_back(any_byte(rng));
  if (sound_first) add_common();
  return f;
}

const Target target(
    "aiff", [](Input in, Rng&) { check_sound(in); }, make);

}  // namespace
}  // namespace penstock::fuzz
