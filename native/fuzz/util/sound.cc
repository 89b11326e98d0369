// Results are compared as bytes, with the error that a file gives beside them.
#include "fuzz/util/sound.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

namespace penstock::fuzz {
namespace {

// More elements than this take too long.
constexpr int64_t kMax = 1 << 21;

struct Result {
  std::string error;
  std::vector<uint8_t> bytes;
  bool operator!=(const Result& o) const { return error != o.error || bytes != o.bytes; }
};

void check_code(const Error& e) {
  if (e.code != ErrorCode::BAD_SAMPLE && e.code != ErrorCode::UNSUPPORTED) found("code", "%s", e.what());
}

template <class T>
Result decode(audio::SoundDecoders& decoders, codecs::Bytes b, const audio::Sound& s, int fill) {
  const size_t count = static_cast<size_t>(s.frames) * s.channels;
  const std::unique_ptr<T[]> out(new T[count]);
  std::memset(out.get(), fill, count * sizeof(T));
  Result r;
  try {
    decoders.decode(b, s, out.get());
  } catch (const Error& e) {
    check_code(e);
    r.error = e.what();
    return r;
  }
  const auto* from = reinterpret_cast<const uint8_t*>(out.get());
  r.bytes.assign(from, from + count * sizeof(T));
  return r;
}

template <class T>
void check(codecs::Bytes b, const audio::Sound& s) {
  audio::SoundDecoders first, second;
  const Result a = decode<T>(first, b, s, 0x11);
  const std::conditional_t<std::is_same_v<T, float>, int16_t, float> other = 0;
  decode<std::remove_const_t<decltype(other)>>(second, b, s, 0x22);
  const Result c = decode<T>(second, b, s, 0x77);
  if (a != c) found("differs", "one decode gives '%s', another '%s'", a.error.c_str(), c.error.c_str());
}

// The header of a file, as a text, or the error that it gives. Empty where the first bytes are not enough.
std::string header_text(const audio::SoundHead& h, audio::Sound& s) {
  try {
    if (!audio::SoundDecoders().header_of_head(h, s, kMax)) return {};
  } catch (const Error& e) {
    check_code(e);
    return e.what();
  }
  char text[160];
  std::snprintf(text, sizeof text, "%d %d %g %lld %d %d %d %zu %d", static_cast<int>(s.format), s.channels, s.rate,
                static_cast<long long>(s.frames), s.cut, static_cast<int>(s.encoding), s.big_endian, s.offset, s.bits);
  return text;
}

// What the first bytes say is what the whole file says.
void check_heads(Input in, const std::string& whole, bool damaged) {
  for (const size_t n : {in.size / 4, in.size / 2, in.size - in.size / 8}) {
    if (n == in.size) continue;
    const std::unique_ptr<uint8_t[]> head(new uint8_t[n]);
    if (n) std::memcpy(head.get(), in.data, n);
    audio::Sound s;
    const std::string text = header_text({{head.get(), n}, in.size}, s);
    // What is wrong with the rest of a FLAC file's metadata is said when it is decoded.
    const bool later = s.format == audio::Format::flac && s.channels && damaged;
    if (!text.empty() && text != whole && !later) {
      found("head", "%zu bytes give '%s', all of them '%s'", n, text.c_str(), whole.c_str());
    }
  }
}

}  // namespace

void check_sound(Input in) {
  const codecs::Bytes b{in.data, in.size};
  audio::Sound s;
  const std::string text = header_text({b, in.size}, s);
  check_heads(in, text, !s.channels);
  if (!s.channels) return;
  if (s.frames < 0 || s.channels < 1 || !(s.rate > 0)) {
    found("header", "%lld frames, %d channels, %g Hz", static_cast<long long>(s.frames), s.channels, s.rate);
  }
  if (s.frames > kMax / s.channels) return;
  check<float>(b, s);
  check<int16_t>(b, s);
  check<int32_t>(b, s);
}

}  // namespace penstock::fuzz
