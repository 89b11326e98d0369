// PNG: the project's header parser, then libvips. Checksums are corrected after most mutations, because a file with a
// wrong one is refused before anything else is read.
#include <cstddef>

#include "fuzz/engine/fuzz.h"
#include "fuzz/engine/mutate.h"
#include "fuzz/util/decode.h"
#include "fuzz/util/vips.h"

namespace penstock::fuzz {
namespace {

uint32_t crc(const uint8_t* p, size_t n) {
  uint32_t c = ~0u;
  for (size_t i = 0; i < n; ++i) {
    c ^= p[i];
    for (int k = 0; k < 8; ++k) c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
  }
  return ~c;
}

void mend_checksums(File& f) {
  size_t at = 8;
  while (at + 12 <= f.size()) {
    const uint32_t n = static_cast<uint32_t>(f[at]) << 24 | f[at + 1] << 16 | f[at + 2] << 8 | f[at + 3];
    if (n > f.size() - at - 12) break;
    const uint32_t sum = crc(&f[at + 4], size_t{n} + 4);
    for (size_t k = 0; k < 4; ++k) f[at + 8 + n + k] = static_cast<uint8_t>(sum >> (24 - 8 * k));
    at += size_t{n} + 12;
  }
}

const Target target(
    "png",
    [](Input in, Rng& draw) {
      need_vips();
      check_format(in, codecs::Format::png, draw);
    },
    nullptr,
    [](File& f, Rng& rng) {
      mutate_any(f, rng);
      if (!one_in(rng, 4)) mend_checksums(f);
    });

}  // namespace
}  // namespace penstock::fuzz
