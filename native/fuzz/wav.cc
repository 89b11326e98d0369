// WAV and Wave64: the whole reader is the project's. Files are made with every format tag, size of elements and order
// of chunks.
#include "fuzz/util/sound.h"
#include "fuzz/util/written.h"

namespace penstock::fuzz {
namespace {

void add_format(File& f, Rng& rng, bool big) {
  constexpr uint32_t kTags[] = {1, 1, 1, 3, 6, 7, 2, 0xfffe};
  const uint32_t tag = kTags[rng.below(8)], channels = 1 + rng.below(3), bits = 8 * (1 + rng.below(8));
  put_name(f, "fmt ");
  put_number(f, 40, 4, big);
  put_number(f, tag, 2, big);
  put_number(f, channels, 2, big);
  put_number(f, 8000, 4, big);
  put_number(f, 0, 4, big);
  put_number(f, one_in(rng, 3) ? rng.below(20) : channels * bits / 8, 2, big);
  put_number(f, one_in(rng, 4) ? rng.below(40) : bits, 2, big);
  put_number(f, 22, 2, big);
  put_number(f, 0, 6, big);
  put_number(f, kTags[rng.below(7)], 2, big);
  put_number(f, 0, 14, big);
}

void add_data(File& f, Rng& rng, bool big) {
  put_name(f, "data");
  const uint32_t size = rng.below(300);
  put_number(f, one_in(rng, 4) ? rng.bits() : one_in(rng, 8) ? 0xffffffffu : one_in(rng, 8) ? 0 : size, 4, big);
  for (uint32_t n = size + (size & 1); n--;) f.push_back(any_byte(rng));
}

File make(Rng& rng) {
  File f;
  const uint32_t kind = rng.below(4);
  const bool big = kind == 1;
  put_name(f, kind == 1 ? "RIFX" : kind == 2 ? "RF64" : "RIFF");
  put_number(f, one_in(rng, 2) ? rng.below(400) : 0, 4, big);
  put_name(f, "WAVE");
  if (kind == 2) {
    put_name(f, "ds64");
    put_number(f, 28, 4, big);
    put_number(f, 0, 8, big);
    put_number(f, one_in(rng, 2) ? rng.below(300) : uint64_t{rng.bits()} << 32, 8, big);
    put_number(f, 0, 12, big);
  }
  const bool format_first = !one_in(rng, 5);
  if (format_first) add_format(f, rng, big);
  if (one_in(rng, 3)) {
    put_name(f, "LIST");
    put_number(f, 3, 4, big);
    put_number(f, 0, 4, big);
  }
  add_data(f, rng, big);
  if (!format_first) add_format(f, rng, big);
  return f;
}

// A chunk of Wave64: a name of 16 bytes, a size that counts the head, and padding to 8 bytes.
void add_wide(File& f, Rng& rng, const char* letters, const File& body) {
  constexpr uint8_t kRest[] = {0xf3, 0xac, 0xd3, 0x11, 0x8c, 0xd1, 0, 0xc0, 0x4f, 0x8e, 0xdb, 0x8a};
  put_name(f, letters);
  f.insert(f.end(), std::begin(kRest), std::end(kRest));
  const uint64_t size = 24 + body.size();
  put_number(f,
             one_in(rng, 10)   ? uint64_t{rng.bits()} << rng.below(33)
             : one_in(rng, 10) ? rng.below(40)
                               : size,
             8, false);
  f.insert(f.end(), body.begin(), body.end());
  f.resize((f.size() + 7) / 8 * 8);
}

File make_wide(Rng& rng) {
  File f, format, data;
  put_name(f, "riff");
  for (const int byte : {0x2e, 0x91, 0xcf, 0x11, 0xa5, 0xd6, 0x28, 0xdb, 0x04, 0xc1, 0, 0}) {
    f.push_back(static_cast<uint8_t>(byte));
  }
  put_number(f, rng.below(1000), 8, false);
  put_name(f, "wave");
  f.insert(f.end(), {0xf3, 0xac, 0xd3, 0x11, 0x8c, 0xd1, 0, 0xc0, 0x4f, 0x8e, 0xdb, 0x8a});
  add_format(format, rng, false);
  format.erase(format.begin(), format.begin() + 8);
  for (uint32_t n = rng.below(200); n--;) data.push_back(any_byte(rng));
  const bool format_first = !one_in(rng, 5);
  if (format_first) add_wide(f, rng, "fmt ", format);
  if (one_in(rng, 3)) add_wide(f, rng, "junk", File(rng.below(20)));
  add_wide(f, rng, "data", data);
  if (!format_first) add_wide(f, rng, "fmt ", format);
  return f;
}

const Target target(
    "wav", [](Input in, Rng&) { check_sound(in); },
    [](Rng& rng) { return one_in(rng, 3) ? make_wide(rng) : make(rng); });

}  // namespace
}  // namespace penstock::fuzz
