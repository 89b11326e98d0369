// Finds the format by the first bytes, and says what a file is that is not read here.
#include "formats/sound/sound.h"

#include <cmath>
#include <cstring>
#include <optional>
#include <string>

#include "core/kind_of_bytes.h"
#include "formats/sound/flac.h"
#include "formats/sound/pcm.h"
#include "formats/sound/vorbis.h"

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

// Where the first packet of an Ogg file lies: after the page's header and the list of its parts.
size_t first_packet(Bytes b) { return b.size > 27 ? 27 + static_cast<size_t>(b.data[26]) : b.size; }

[[noreturn]] void needs_plugin(const char* format) {
  throw Error(ErrorCode::UNSUPPORTED,
              std::string("Expected WAV, AIFF, AU, Wave64, FLAC or Ogg Vorbis but received ") + format,
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
  if (has(b, at, "dns.")) needs_plugin("AU of the other byte order");
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
  // Its bytes are not quoted: a list may name any file.
  fail(ErrorCode::BAD_SAMPLE,
       "Expected a sound (WAV, AIFF, AU, Wave64, FLAC or Ogg Vorbis) but received %s (%zu bytes)",
       kind_of_bytes({reinterpret_cast<const char*>(b.data), b.size}), b.size);
}

// The format of a file by its first bytes, which are enough for all that has no tag in front.
std::optional<Format> known_format(Bytes b) {
  if ((has(b, 0, "RIFF") || has(b, 0, "RIFX") || has(b, 0, "RF64") || has(b, 0, "BW64")) && has(b, 8, "WAVE")) {
    return Format::wav;
  }
  if (is_wave64(b)) return Format::wave64;
  if (has(b, 0, ".snd")) return Format::au;
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
  constexpr const char* kNames[] = {"WAV", "Wave64", "AIFF", "AU", "FLAC", "Ogg FLAC", "Ogg Vorbis"};
  return kNames[static_cast<int>(f)];
}

bool is_plain(Format f) { return f <= Format::au; }

void check_elements(int64_t frames, int channels, int64_t most) {
  if (frames <= most / channels) return;
  throw Error(ErrorCode::BAD_SAMPLE,
              "Expected a sound of at most " + std::to_string(most) + " elements (maxElements) but received " +
                  std::to_string(frames) + " frames of " + std::to_string(channels) + " channels",
              "Raise maxElements if sounds are really so long; the default is 536870912");
}

void check_header(const Sound& s) {
  if (s.channels >= 1 && s.channels <= kMaxChannels && s.rate > 0 && std::isfinite(s.rate)) return;
  fail(
      ErrorCode::BAD_SAMPLE,
      "Expected 1 to %d channels and a positive sample rate in the header of a %s file but received %d channels, %g Hz",
      kMaxChannels, format_name(s.format), s.channels, s.rate);
}

namespace {

bool plain_header(Format format, const SoundHead& h, Sound& s) {
  switch (format) {
    case Format::wav: return wav_header(h, s);
    case Format::wave64: return wave64_header(h, s);
    case Format::aiff: return aiff_header(h, s);
    default: return au_header(h, s);
  }
}

}  // namespace

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

Sound SoundDecoders::header(Bytes b, int64_t most) {
  Sound s;
  const Format format = format_of(b);
  switch (format) {
    case Format::flac:
    case Format::ogg_flac: return flac().header(b, format == Format::ogg_flac, most);
    case Format::vorbis: return vorbis().header(b, most);
    default: plain_header(format, {b, b.size}, s); return s;
  }
}

bool SoundDecoders::header_of_head(const SoundHead& h, Sound& s, int64_t most) {
  if (h.bytes.size >= h.size) {
    s = header(h.bytes, most);
    return true;
  }
  const auto format = known_format(h.bytes);
  if (format && is_plain(*format)) return plain_header(*format, h, s);
  if (format == Format::flac) return flac().header_of_head(h, s, most);
  return false;  // the length of an Ogg file follows from all of its pages
}

template <class T>
void SoundDecoders::decode(Bytes b, const Sound& s, T* out) {
  if (!s.frames) return;
  switch (s.format) {
    case Format::flac:
    case Format::ogg_flac: return flac().decode(b, s, out);
    case Format::vorbis: return vorbis().decode(b, s, out);
    default: return decode_pcm(b, s, out);
  }
}

template void SoundDecoders::decode(Bytes, const Sound&, float*);
template void SoundDecoders::decode(Bytes, const Sound&, int16_t*);
template void SoundDecoders::decode(Bytes, const Sound&, int32_t*);

}  // namespace penstock::audio
