// Ogg Vorbis: the walk through pages is the project's, libvorbis decodes. Pages that were changed get the sum that they
// must have, so that what is in them is looked at.
#include <ogg/ogg.h>

#include "fuzz/util/sound.h"

namespace penstock::fuzz {
namespace {

// Gives every page its sum.
void sign(File& f) {
  for (size_t at = 0; at + 27 <= f.size();) {
    const size_t head = 27 + f[at + 26];
    if (at + head > f.size()) return;
    size_t body = 0;
    for (size_t i = 27; i < head; ++i) body += f[at + i];
    if (at + head + body > f.size()) return;
    ogg_page page{f.data() + at, static_cast<long>(head), f.data() + at + head, static_cast<long>(body)};
    ogg_page_checksum_set(&page);
    at += head + body;
  }
}

void change(File& f, Rng& rng) {
  for (uint32_t n = 1 + rng.below(4); n-- && !f.empty();) {
    f[rng.below(static_cast<uint32_t>(f.size()))] = any_byte(rng);
  }
  sign(f);
}

const Target target(
    "vorbis", [](Input in, Rng&) { check_sound(in); }, nullptr, change);

}  // namespace
}  // namespace penstock::fuzz
