// AIFF and AIFF-C: the whole reader is the project's. Files are made with every kind and size of elements.
#include "fuzz/util/sound.h"
#include "fuzz/util/written.h"

namespace penstock::fuzz {
namespace {

File make(Rng& rng) {
  constexpr const char* kKinds[] = {"NONE", "twos", "sowt", "raw ", "in24", "in32", "42ni",
                                    "23ni", "fl32", "fl64", "alaw", "ulaw", "ima4"};
  File f;
  put_name(f, "FORM");
  put_number(f, rng.below(400), 4, true);
  const bool compressed = one_in(rng, 2), sound_first = one_in(rng, 5);
  put_name(f, compressed ? "AIFC" : "AIFF");
  const auto add_common = [&] {
    put_name(f, "COMM");
    put_number(f, compressed ? 24 : 18, 4, true);
    put_number(f, 1 + rng.below(3), 2, true);
    put_number(f, one_in(rng, 4) ? rng.bits() : rng.below(100), 4, true);
    put_number(f, rng.below(36), 2, true);
    put_number(f, one_in(rng, 6) ? rng.bits() & 0xffff : 0x400e, 2, true);
    put_number(f, uint64_t{0xac440000} << 32, 8, true);
    if (!compressed) return;
    put_name(f, kKinds[rng.below(13)]);
    put_number(f, 0, 2, true);
  };
  if (!sound_first) add_common();
  put_name(f, "SSND");
  const uint32_t size = rng.below(300);
  put_number(f, one_in(rng, 4) ? rng.bits() : size + 8, 4, true);
  put_number(f, one_in(rng, 4) ? rng.below(400) : 0, 4, true);
  put_number(f, 0, 4, true);
  for (uint32_t n = size + (size & 1); n--;) f.push_back(any_byte(rng));
  if (sound_first) add_common();
  return f;
}

const Target target(
    "aiff", [](Input in, Rng&) { check_sound(in); }, make);

}  // namespace
}  // namespace penstock::fuzz
