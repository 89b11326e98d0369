// Elements of WAV and AIFF files become those of the output in one loop per encoding, byte order and dtype.
#include "kernels/audio/pcm.h"

#include <algorithm>
#include <cstring>

#include "kernels/audio/elements.h"

namespace penstock::audio {
namespace {

template <class U>
U load(const uint8_t* p, bool big) {
  U v;
  std::memcpy(&v, p, sizeof v);
  if (!big) return v;
  if constexpr (sizeof(U) == 2) return __builtin_bswap16(v);
  if constexpr (sizeof(U) == 4) return __builtin_bswap32(v);
  if constexpr (sizeof(U) == 8) return __builtin_bswap64(v);
}

template <class F, class U>
F float_of(U bits) {
  static_assert(sizeof(F) == sizeof(U));
  F v;
  std::memcpy(&v, &bits, sizeof v);
  return v;
}

// ITU-T G.711, section 3: sign, three bits of exponent and four of mantissa, of which A-law inverts every second bit.
int32_t alaw_top(uint8_t code) {
  const int c = code ^ 0x55, exponent = c >> 4 & 7, mantissa = (c & 15) << 4;
  const int magnitude = exponent ? (mantissa + 0x108) << (exponent - 1) : mantissa + 8;
  return (c & 0x80 ? magnitude : -magnitude) * 65536;
}
int32_t ulaw_top(uint8_t code) {
  const int c = ~code, exponent = c >> 4 & 7, mantissa = c & 15;
  const int magnitude = (((mantissa << 3) + 0x84) << exponent) - 0x84;
  return (c & 0x80 ? -magnitude : magnitude) * 65536;
}

template <class T, bool big>
void decode_as(const uint8_t* p, Encoding encoding, int64_t n, T* out) {
  const auto top = [](uint32_t bits) { return from_top<T>(static_cast<int32_t>(bits)); };
  switch (encoding) {
    case Encoding::u8:
      for (int64_t i = 0; i < n; ++i) out[i] = top((p[i] ^ 0x80u) << 24);
      break;
    case Encoding::s8:
      for (int64_t i = 0; i < n; ++i) out[i] = top(static_cast<uint32_t>(p[i]) << 24);
      break;
    case Encoding::s16:
      for (int64_t i = 0; i < n; ++i) {
        const auto v = static_cast<int16_t>(load<uint16_t>(p + 2 * i, big));
        if constexpr (std::is_same_v<T, float>) {
          out[i] = static_cast<float>(v) * (1.f / 32768.f);
        } else {
          out[i] = top(static_cast<uint32_t>(v) << 16);
        }
      }
      break;
    case Encoding::s24:
      for (int64_t i = 0; i < n; ++i) {
        const uint8_t* b = p + 3 * i;
        out[i] = top(static_cast<uint32_t>(b[big ? 0 : 2]) << 24 | b[1] << 16 | b[big ? 2 : 0] << 8);
      }
      break;
    case Encoding::s32:
      for (int64_t i = 0; i < n; ++i) out[i] = top(load<uint32_t>(p + 4 * i, big));
      break;
    case Encoding::f32:
      for (int64_t i = 0; i < n; ++i) out[i] = from_float<T>(float_of<float>(load<uint32_t>(p + 4 * i, big)));
      break;
    case Encoding::f64:
      for (int64_t i = 0; i < n; ++i) {
        out[i] = from_float<T>(static_cast<float>(float_of<double>(load<uint64_t>(p + 8 * i, big))));
      }
      break;
    case Encoding::alaw:
      for (int64_t i = 0; i < n; ++i) out[i] = from_top<T>(alaw_top(p[i]));
      break;
    case Encoding::ulaw:
      for (int64_t i = 0; i < n; ++i) out[i] = from_top<T>(ulaw_top(p[i]));
      break;
  }
}

}  // namespace

int element_bytes(Encoding e) {
  switch (e) {
    case Encoding::s16: return 2;
    case Encoding::s24: return 3;
    case Encoding::s32:
    case Encoding::f32: return 4;
    case Encoding::f64: return 8;
    default: return 1;
  }
}

void place_elements(Sound& s, size_t size, size_t offset, uint64_t claimed) {
  const uint64_t there = std::min<uint64_t>(claimed, offset < size ? size - offset : 0);
  s.offset = offset;
  s.cut = there < claimed;
  s.frames = static_cast<int64_t>(there / (static_cast<uint64_t>(element_bytes(s.encoding)) * s.channels));
}

template <class T>
void decode_pcm(Bytes b, const Sound& s, T* out) {
  const int64_t n = s.frames * s.channels;
  if (s.big_endian) {
    decode_as<T, true>(b.data + s.offset, s.encoding, n, out);
  } else {
    decode_as<T, false>(b.data + s.offset, s.encoding, n, out);
  }
}

template void decode_pcm(Bytes, const Sound&, float*);
template void decode_pcm(Bytes, const Sound&, int16_t*);
template void decode_pcm(Bytes, const Sound&, int32_t*);

}  // namespace penstock::audio
