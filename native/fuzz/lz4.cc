// LZ4 blocks: for any bytes a block fills the output that it was given, as a plain walk through its sequences does, or
// is refused with a byte of it.
#include <cstring>

#include "core/record_source.h"
#include "fuzz/engine/fuzz.h"
#include "kernels/lz4/lz4_block.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

// What a block inflates to, byte by byte; false for one that is wrong.
bool walk(Input in, File& out) {
  size_t at = 0;
  const auto more = [&](size_t& length) {
    for (uint8_t byte = 255; length >= 15 && byte == 255; length += byte) {
      if (at == in.size) return false;
      byte = in.data[at++];
    }
    return true;
  };
  while (at < in.size) {
    const uint8_t token = in.data[at++];
    size_t literals = token >> 4, match = token & 15;
    if (!more(literals) || literals > in.size - at) return false;
    out.insert(out.end(), in.data + at, in.data + at + literals);
    at += literals;
    if (at == in.size) return true;
    if (in.size - at < 2) return false;
    const size_t distance = in.data[at] | in.data[at + 1] << 8;
    at += 2;
    if (!more(match) || distance == 0 || distance > out.size() || out.size() + match > 1 << 20) return false;
    for (size_t n = match + 4; n--;) out.push_back(out[out.size() - distance]);
  }
  return false;
}

void put_length(File& f, size_t length) {
  if (length < 15) return;
  for (length -= 15; length >= 255; length -= 255) f.push_back(255);
  f.push_back(static_cast<uint8_t>(length));
}

File make(Rng& rng) {
  File f;
  size_t made = 0;
  for (uint32_t n = rng.below(12); n--;) {
    const size_t literals = (made ? 0 : 1) + rng.below(one_in(rng, 4) ? 600 : 20);
    const size_t match = rng.below(one_in(rng, 4) ? 600 : 20);
    made += literals;
    f.push_back(static_cast<uint8_t>(std::min<size_t>(15, literals) << 4 | std::min<size_t>(15, match)));
    put_length(f, literals);
    f.resize(f.size() + literals, any_byte(rng));
    const size_t distance = 1 + rng.below(static_cast<uint32_t>(std::min<size_t>(made, one_in(rng, 2) ? 20 : 65535)));
    f.push_back(static_cast<uint8_t>(distance));
    f.push_back(static_cast<uint8_t>(distance >> 8));
    put_length(f, match);
    made += match + 4;
  }
  const size_t literals = rng.below(40);
  f.push_back(static_cast<uint8_t>(std::min<size_t>(15, literals) << 4));
  put_length(f, literals);
  f.resize(f.size() + literals, any_byte(rng));
  return f;
}

const Target target(
    "lz4",
    [](Input in, Rng& rng) {
      File expected;
      const bool good = walk(in, expected);
      // Mostly the size is right; another one is refused.
      const size_t size = one_in(rng, 3) ? rng.below(2000) : expected.size();
      // The bytes lie in memory of exactly this size.
      File to(size);
      try {
        inflate_lz4(in.data, static_cast<int64_t>(in.size), to.data(), static_cast<int64_t>(size));
        if (!good || to != expected) found("bytes", "%zu bytes in place of %zu", size, expected.size());
      } catch (const RecordFault& fault) {
        if (good && size == expected.size()) found("refused", "%s", fault.what());
        if (fault.offset < 0 || fault.offset > static_cast<int64_t>(in.size)) found("range", "a fault outside");
      }
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
