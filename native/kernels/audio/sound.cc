// Finds the format by the first bytes, and says what a file is that is not read here.
#include "kernels/audio/sound.h"

#include <cmath>
#include <cstring>
#include <optional>

#include "kernels/audio/flac.h"
#include "kernels/audio/pcm.h"
#include "kernels/audio/vorbis.h"

namespace penstock::audio {
namespace {

bool has(Bytes b, size_t at, const char* letters, size_t n) {
  return b.size >= at + n && !std::memcmp(b.data + at, letters, n);
}
bool has(Bytes b, size_t at, const char* letters) { return has(b, at, letters, std::strlen(letters)); }

// The bytes of an ID3 tag in front of the sound: a header of 10, and a size in 4 x 7 bits.
size_t id3_bytes(Bytes b) {
  if (!has(b, 0, "ID3") || b.size < 10) return 0;
  const uint8_t* p = b.data + 6;
  return 10 + (static_cast<size_t>(p[0] & 127) << 21 | (p[1] & 127) << 14 | (p[2] & 127) << 7 | (p[3] & 127));
}

// Where the first packet of an Ogg file lies: behind the page's header and the list of its parts.
size_t first_packet(Bytes b) { return b.size > 27 ? 27 + static_cast<size_t>(b.data[26]) : b.size; }

[[noreturn]] void needs_plugin(const char* format) {
  throw Error(ErrorCode::UNSUPPORTED, std::string("Expected WAV, AIFF, FLAC or Ogg Vorbis but received ") + format,
              "convert the file to FLAC or WAV; this format needs a media plugin, which does not exist yet");
}

// Names the formats that are known but not read.
void refuse_known(Bytes b, size_t at) {
  if (has(b, at, "OggS")) {
    if (has(b, first_packet(b), "OpusHead")) needs_plugin("Ogg Opus");
    if (has(b, first_packet(b), "Speex")) needs_plugin("Ogg Speex");
    needs_plugin("Ogg of another codec");
  }
  if (has(b, at + 4, "ftyp")) needs_plugin("MP4, as AAC files are");
  if (has(b, at, "caff")) needs_plugin("CAF");
  if (b.size < at + 2 || b.data[at] != 0xff) return;
  // Frames of MPEG audio begin with 11 bits that are 1; layer 0 is AAC's ADTS.
  const int second = b.data[at + 1];
  if ((second & 0xf6) == 0xf0) needs_plugin("AAC");
  if ((second & 0xe6) == 0xe2) needs_plugin("MP3");
}

[[noreturn]] void refuse(Bytes b) {
  const size_t tag = id3_bytes(b);
  refuse_known(b, tag < b.size ? tag : 0);
  if (tag) needs_plugin("a file with an ID3 tag, as MP3 files have");
  char start[32] = {};
  for (size_t i = 0; i < 16 && i < b.size; ++i) {
    const char c = static_cast<char>(b.data[i]);
    start[i] = c < ' ' || c > '~' ? '?' : c;
  }
  fail(ErrorCode::BAD_SAMPLE, "Expected a sound (WAV, AIFF, FLAC or Ogg Vorbis) but received %zu bytes%s%s%s", b.size,
       b.size ? " that start with '" : "", start, b.size ? "'" : "");
}

// The format of a file by its first bytes, which are enough for all that has no tag in front.
std::optional<Format> known_format(Bytes b) {
  if ((has(b, 0, "RIFF") || has(b, 0, "RIFX") || has(b, 0, "RF64") || has(b, 0, "BW64")) && has(b, 8, "WAVE")) {
    return Format::wav;
  }
  if (has(b, 0, "FORM") && (has(b, 8, "AIFF") || has(b, 8, "AIFC"))) return Format::aiff;
  if (has(b, 0, "fLaC") || has(b, id3_bytes(b), "fLaC")) return Format::flac;
  if (has(b, 0, "OggS") && has(b, first_packet(b), "\x01vorbis")) return Format::vorbis;
  if (has(b, 0, "OggS") && has(b, first_packet(b),
                               "\x7f"
                               "FLAC"))
    return Format::ogg_flac;
  return std::nullopt;
}

Format format_of(Bytes b) {
  if (const auto format = known_format(b)) return *format;
  refuse(b);
}

}  // namespace

bool is_sound(Bytes b) { return known_format(b).has_value(); }

const char* format_name(Format f) {
  constexpr const char* kNames[] = {"WAV", "AIFF", "FLAC", "Ogg FLAC", "Ogg Vorbis"};
  return kNames[static_cast<int>(f)];
}

void check_header(const Sound& s) {
  if (s.channels >= 1 && s.channels <= kMostChannels && s.rate > 0 && std::isfinite(s.rate)) return;
  fail(
      ErrorCode::BAD_SAMPLE,
      "Expected 1 to %d channels and a positive sample rate in the header of a %s file but received %d channels, %g Hz",
      kMostChannels, format_name(s.format), s.channels, s.rate);
}

SoundDecoders::SoundDecoders() = default;
SoundDecoders::~SoundDecoders() = default;

FlacDecoder& SoundDecoders::flac() {
  if (!flac_) flac_ = std::make_unique<FlacDecoder>();
  return *flac_;
}

VorbisDecoder& SoundDecoders::vorbis() {
  if (!vorbis_) vorbis_ = std::make_unique<VorbisDecoder>();
  return *vorbis_;
}

Sound SoundDecoders::header(Bytes b) {
  Sound s;
  switch (format_of(b)) {
    case Format::wav: wav_header({b, b.size}, s); return s;
    case Format::aiff: aiff_header({b, b.size}, s); return s;
    case Format::flac: return flac().header(b, false);
    case Format::ogg_flac: return flac().header(b, true);
    default: return vorbis().header(b);
  }
}

bool SoundDecoders::header_of_head(const SoundHead& h, Sound& s) {
  if (h.bytes.size >= h.size) {
    s = header(h.bytes);
    return true;
  }
  const auto format = known_format(h.bytes);
  if (format == Format::wav) return wav_header(h, s);
  if (format == Format::aiff) return aiff_header(h, s);
  if (format == Format::flac) return flac().header_of_head(h, s);
  return false;  // the length of an Ogg file follows from all of its pages
}

template <class T>
void SoundDecoders::decode(Bytes b, const Sound& s, T* out) {
  if (!s.frames) return;
  switch (s.format) {
    case Format::wav:
    case Format::aiff: return decode_pcm(b, s, out);
    case Format::flac:
    case Format::ogg_flac: return flac().decode(b, s, out);
    case Format::vorbis: return vorbis().decode(b, s, out);
  }
}

template void SoundDecoders::decode(Bytes, const Sound&, float*);
template void SoundDecoders::decode(Bytes, const Sound&, int16_t*);
template void SoundDecoders::decode(Bytes, const Sound&, int32_t*);

}  // namespace penstock::audio
