// Headers of WAV files: RIFF, RIFX (big-endian), and RF64 with sizes of 64 bits (EBU Tech 3306). Microsoft's
// "Multimedia Programming Interface and Data Specifications 1.0" defines the chunks. Wave64, of Sonic Foundry and Sony,
// has the same chunks with names of 16 bytes and sizes of 64 bits that count the chunk's own head.
#include "formats/sound/chunks.h"
#include "formats/sound/pcm.h"

namespace penstock::audio {
namespace {

enum Tag : int { kPcm = 1, kFloat = 3, kAlaw = 6, kUlaw = 7, kMp3 = 0x55, kExtensible = 0xfffe };

const char* name_of(int tag) {
  switch (tag) {
    case 2: return "Microsoft ADPCM";
    case 0x11: return "IMA ADPCM";
    case 0x31: return "GSM 6.10";
    case kMp3: return "MP3";
    default: return "another encoding";
  }
}

[[noreturn]] void refuse(int tag, int bits) {
  fail(ErrorCode::UNSUPPORTED,
       "Expected a WAV file of PCM with 8 to 32 bits, float32, float64, A-law or u-law but received %s (format tag %d, "
       "%d bits)",
       name_of(tag), tag, bits);
}

Encoding integer_of(int bytes) {
  constexpr Encoding kBySize[] = {Encoding::u8, Encoding::s16, Encoding::s24, Encoding::s32};
  return kBySize[bytes - 1];
}

Encoding encoding_of(int tag, int bits, int container) {
  // Elements may lie in the upper bits of more bytes than they need.
  const int least = (bits + 7) / 8;
  if (tag == kPcm && bits >= 1 && bits <= 32) {
    return integer_of(container >= least && container <= 4 ? container : least);
  }
  if (tag == kFloat && bits == 32) return Encoding::f32;
  if (tag == kFloat && bits == 64) return Encoding::f64;
  if (tag == kAlaw) return Encoding::alaw;
  if (tag == kUlaw) return Encoding::ulaw;
  refuse(tag, bits);
}

void read_format(Sound& s, const Numbers& n, const Chunk& c) {
  if (c.there < 16) {
    fail(ErrorCode::BAD_SAMPLE, "Expected at least 16 bytes in the fmt chunk of a WAV file but received %zu", c.there);
  }
  const size_t at = c.body;
  int tag = n.u16(at);
  const int bits = n.u16(at + 14), frame = n.u16(at + 12);
  s.channels = n.u16(at + 2);
  s.rate = n.u32(at + 4);
  // The first two bytes of the GUID of WAVE_FORMAT_EXTENSIBLE are the tag.
  if (tag == kExtensible && c.there >= 26) tag = n.u16(at + 24);
  check_header(s);
  s.encoding = encoding_of(tag, bits, frame % s.channels ? 0 : frame / s.channels);
}

}  // namespace

bool wav_header(const SoundHead& h, Sound& s) {
  const Bytes b = h.bytes;
  s = {};
  s.format = Format::wav;
  s.big_endian = b.data[3] == 'X';
  const bool wide = b.data[0] != 'R' || b.data[1] == 'F';
  const Numbers n{b.data, s.big_endian};
  ChunkWalk walk(h, s.big_endian);
  Chunk c{}, data{};
  uint64_t claimed = 0, wide_claim = UINT64_MAX;
  bool format = false;
  while (!(format && data.name) && walk.next(c)) {
    if (wide && c.is("ds64") && c.there >= 16) wide_claim = n.u64(c.body + 8);
    if (!format && c.is("fmt ")) {
      read_format(s, n, c);
      format = true;
    }
    if (data.name || !c.is("data")) continue;
    data = c;
    claimed = c.size == UINT32_MAX && wide ? wide_claim : c.size;
    // A file that was written to a pipe, or never closed, does not know its size: the sound goes on to its end.
    const bool unknown = c.size == UINT32_MAX && claimed >= UINT32_MAX && h.size - c.body < UINT32_MAX;
    const bool unclosed = !c.size && n.u32(4) <= c.body;
    if (unknown || unclosed) claimed = h.size - c.body;
  }
  if (walk.lacking()) return false;
  if (!format || !data.name) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a WAV file with a fmt and a data chunk but received %zu bytes without %s",
         h.size, format ? "data" : "fmt");
  }
  place_elements(s, h.size, data.body, claimed);
  return true;
}

namespace {

// The names of Wave64's chunks: the letters of WAV's, and what follows them.
constexpr char kRiff[] = "riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\x00\x00";
constexpr char kRest[] = "\xf3\xac\xd3\x11\x8c\xd1\x00\xc0\x4f\x8e\xdb\x8a";
constexpr size_t kName = 16, kHead = kName + 8, kFirstChunk = kHead + kName;

bool is_named(const uint8_t* at, const char* letters) {
  return !std::memcmp(at, letters, 4) && !std::memcmp(at + 4, kRest, sizeof kRest - 1);
}

}  // namespace

bool is_wave64(Bytes b) {
  return b.size >= kFirstChunk && !std::memcmp(b.data, kRiff, kName) && is_named(b.data + kHead, "wave");
}

bool wave64_header(const SoundHead& h, Sound& s) {
  constexpr size_t kRead = 40;  // of the body of the format
  s = {};
  s.format = Format::wave64;
  const Numbers n{h.bytes.data, false};
  bool format = false, data = false;
  size_t body = 0;
  uint64_t claimed = 0;
  for (size_t at = kFirstChunk; !(format && data) && h.size - at >= kHead;) {
    if (h.bytes.size < at || h.bytes.size - at < kHead) return false;
    const uint8_t* const name = h.bytes.data + at;
    // A size that does not even count the chunk's head ends the walk.
    const uint64_t size = n.u64(at + kName);
    if (size < kHead) break;
    const size_t left = h.size - at - kHead;
    const size_t there = size - kHead < left ? static_cast<size_t>(size - kHead) : left;
    if (!format && is_named(name, "fmt ")) {
      if (h.bytes.size - at - kHead < (there < kRead ? there : kRead)) return false;
      read_format(s, n, {name, at + kHead, size - kHead, there});
      format = true;
    } else if (!data && is_named(name, "data")) {
      data = true;
      body = at + kHead;
      claimed = size - kHead;
    }
    const uint64_t padding = -size & 7;
    at = size - kHead < left && padding < left - (size - kHead) ? at + static_cast<size_t>(size + padding) : h.size;
  }
  if (!format || !data) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a Wave64 file with a fmt and a data chunk but received %zu bytes without %s",
         h.size, format ? "data" : "fmt");
  }
  place_elements(s, h.size, body, claimed);
  return true;
}

}  // namespace penstock::audio
