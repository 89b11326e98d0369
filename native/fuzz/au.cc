// AU: the whole reader is the project's. Files are made with every encoding, offset and claim.
#include "fuzz/util/sound.h"
#include "fuzz/util/written.h"

namespace penstock::fuzz {
namespace {

File make(Rng& rng) {
  File f = {'.', 's', 'n', 'd'};
  const uint32_t offset = 24 + rng.below(20), size = rng.below(300);
  put_number(f, one_in(rng, 8) ? rng.bits() : offset, 4, true);
  put_number(f, one_in(rng, 4) ? rng.bits() : one_in(rng, 3) ? 0xffffffffu : size, 4, true);
  put_number(f, one_in(rng, 6) ? 27 : rng.below(9), 4, true);
  put_number(f, one_in(rng, 8) ? rng.bits() : 8000, 4, true);
  put_number(f, one_in(rng, 8) ? rng.bits() : 1 + rng.below(3), 4, true);
  f.resize(offset);
  for (uint32_t n = size; n--;) f.push_back(any_byte(rng));
  return f;
}

const Target target(
    "au", [](Input in, Rng&) { check_sound(in); }, make);

}  // namespace
}  // namespace penstock::fuzz
