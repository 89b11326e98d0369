// BMP: the whole decoder is the project's. Files are made in every depth, header and compression of the format.
#include <algorithm>

#include "fuzz/engine/fuzz.h"
#include "fuzz/engine/mutate.h"
#include "fuzz/util/decode.h"
#include "fuzz/util/written.h"

namespace penstock::fuzz {
namespace {

enum Compression : uint32_t { kPlain = 0, kRle8 = 1, kRle4 = 2, kMasks = 3, kMasksAlpha = 6 };

template <size_t n>
uint32_t pick(const uint32_t (&list)[n], Rng& rng) {
  return list[rng.below(n)];
}

uint32_t pick_compression(uint32_t bits, Rng& rng) {
  if (one_in(rng, 2)) return kPlain;
  if (bits == 8) return kRle8;
  if (bits == 4) return kRle4;
  if (bits == 16 || bits == 32) return one_in(rng, 2) ? kMasks : kMasksAlpha;
  return kPlain;
}

// Adds runs, and sometimes an escape: end of line, end of image, move, literal pixels.
void add_runs(File& f, Rng& rng) {
  for (uint32_t n = rng.below(3000); n--;) {
    const bool escape = one_in(rng, 5);
    f.push_back(escape ? 0 : static_cast<uint8_t>(rng.below(60)));
    f.push_back(escape ? static_cast<uint8_t>(rng.below(6)) : any_byte(rng));
  }
  put_number(f, 0x100, 2);
}

File make(Rng& rng) {
  constexpr uint32_t kDepths[] = {1, 4, 8, 16, 24, 32}, kHeaders[] = {12, 40, 56, 64, 108, 124};
  const uint32_t bits = pick(kDepths, rng), head = pick(kHeaders, rng), w = 1 + rng.below(60), h = 1 + rng.below(40);
  const bool old = head == 12;
  const uint32_t compression = old ? kPlain : pick_compression(bits, rng);
  File f = {'B', 'M'};
  f.resize(14);
  put_number(f, head, 4);
  put_number(f, w, old ? 2 : 4);
  put_number(f, old || !one_in(rng, 3) ? h : 0u - h, old ? 2 : 4);
  put_number(f, 1, 2);
  put_number(f, bits, 2);
  if (!old) {
    put_number(f, compression, 4);
    f.resize(f.size() + 12);
    put_number(f, one_in(rng, 2) ? rng.below(300) : 0, 4);  // number of colours
    put_number(f, 0, 4);
    while (f.size() < 14 + head) f.push_back(any_byte(rng));
  }
  if (compression == kMasks || compression == kMasksAlpha) {
    for (size_t i = 0; i < 4; ++i) {
      const uint32_t mask = one_in(rng, 3) ? rng.bits() : 0xffu << 8 * rng.below(4);
      if (head == 40) {
        put_number(f, mask, 4);
      } else {
        for (size_t k = 0; k < 4 && 54 + 4 * i + k < f.size(); ++k)
          f[54 + 4 * i + k] = static_cast<uint8_t>(mask >> 8 * k);
      }
    }
  }
  if (bits <= 8) {
    for (uint32_t i = 0; i < 1u << bits; ++i) {
      for (int k = old ? 3 : 4; k--;) f.push_back(one_in(rng, 3) ? static_cast<uint8_t>(i) : any_byte(rng));
    }
  }
  for (size_t k = 0; k < 4; ++k) f[10 + k] = static_cast<uint8_t>(f.size() >> 8 * k);
  if (compression == kRle8 || compression == kRle4) {
    add_runs(f, rng);
  } else {
    for (size_t n = (size_t{w} * bits + 31) / 32 * 4 * h; n--;) f.push_back(any_byte(rng));
  }
  return f;
}

const Target target(
    "bmp", [](Input in, Rng& draw) { check_format(in, codecs::Format::bmp, draw); }, make);

}  // namespace
}  // namespace penstock::fuzz
