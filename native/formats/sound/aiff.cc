// Headers of AIFF and AIFF-C files: Apple's "Audio Interchange File Format", versions 1.3 and AIFF-C.
#include <algorithm>
#include <cmath>
#include <string>

#include "formats/sound/chunks.h"
#include "formats/sound/pcm.h"

namespace penstock::audio {
namespace {

// A float of 80 bits: sign, 15 bits of exponent, and 64 of mantissa with its first one.
double extended(const Numbers& n, size_t at) {
  const int exponent = n.u16(at);
  const double value = std::ldexp(static_cast<double>(n.u64(at + 2)), (exponent & 0x7fff) - 16383 - 63);
  return exponent & 0x8000 ? -value : value;
}

struct Kind {
  const char* letters;
  Encoding encoding;  // s8: whole numbers of the size that the header says
  bool big_endian;
};
constexpr Kind kKinds[] = {
    {"NONE", Encoding::s8, true},   {"twos", Encoding::s8, true},   {"sowt", Encoding::s8, false},
    {"raw ", Encoding::u8, true},   {"in24", Encoding::s24, true},  {"in32", Encoding::s32, true},
    {"42ni", Encoding::s24, false}, {"23ni", Encoding::s32, false}, {"fl32", Encoding::f32, true},
    {"FL32", Encoding::f32, true},  {"fl64", Encoding::f64, true},  {"FL64", Encoding::f64, true},
    {"alaw", Encoding::alaw, true}, {"ALAW", Encoding::alaw, true}, {"ulaw", Encoding::ulaw, true},
    {"ULAW", Encoding::ulaw, true},
};

void set_encoding(Sound& s, const char* letters, int bits) {
  const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                  [&](const Kind& k) { return !std::memcmp(k.letters, letters, 4); });
  if (kind == std::end(kKinds)) {
    std::string shown(letters, 4);
    for (char& c : shown) c = c < ' ' || c > '~' ? '?' : c;
    fail(ErrorCode::UNSUPPORTED, "Expected an AIFF file of PCM, float32, float64, A-law or u-law but received '%s'",
         shown.c_str());
  }
  s.big_endian = kind->big_endian;
  s.encoding = kind->encoding;
  if (kind->encoding != Encoding::s8) return;
  if (bits < 1 || bits > 32) {
    fail(ErrorCode::BAD_SAMPLE, "Expected 1 to 32 bits for the elements of an AIFF file but received %d", bits);
  }
  constexpr Encoding kBySize[] = {Encoding::s8, Encoding::s16, Encoding::s24, Encoding::s32};
  s.encoding = kBySize[(bits - 1) / 8];
}

}  // namespace

bool aiff_header(const SoundHead& h, Sound& s) {
  const Bytes b = h.bytes;
  s = {};
  s.format = Format::aiff;
  const bool compressed = b.data[11] == 'C';
  const Numbers n{b.data, true};
  ChunkWalk walk(h, true);
  Chunk c{}, common{}, sound{};
  while (!(common.name && sound.name) && walk.next(c)) {
    if (!common.name && c.is("COMM")) common = c;
    if (!sound.name && c.is("SSND")) sound = c;
  }
  if (walk.lacking()) return false;
  const size_t least = compressed ? 22 : 18;
  if (!common.name || common.there < least) {
    fail(ErrorCode::BAD_SAMPLE, "Expected an AIFF file with a COMM chunk of at least %zu bytes but received %zu bytes",
         least, common.name ? common.there : 0);
  }
  s.channels = n.u16(common.body);
  s.rate = extended(n, common.body + 8);
  check_header(s);
  const auto* letters = reinterpret_cast<const char*>(b.data + common.body + 18);
  set_encoding(s, compressed ? letters : "NONE", n.u16(common.body + 6));
  const int64_t frames = n.u32(common.body + 2);
  if (!sound.name || sound.there < 8) {
    if (frames)
      fail(ErrorCode::BAD_SAMPLE, "Expected an AIFF file with a SSND chunk, as it has frames, but received none");
    return true;
  }
  const uint64_t skipped = 8 + static_cast<uint64_t>(n.u32(sound.body));
  if (skipped > sound.there) {
    fail(ErrorCode::BAD_SAMPLE,
         "Expected the sound of an AIFF file inside its SSND chunk but received an offset of %llu",
         static_cast<unsigned long long>(skipped - 8));
  }
  place_elements(s, h.size, sound.body + static_cast<size_t>(skipped), sound.size - skipped);
  s.frames = std::min(s.frames, frames);
  return true;
}

}  // namespace penstock::audio
