// Elements of WAV and AIFF files become those of the output in one loop per encoding, byte order and dtype, which the
// compiler makes for each SIMD level. All levels give the same bytes.
#include "formats/sound/pcm.h"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "kernels/audio/elements.h"

namespace penstock::audio {
namespace {

#define PENSTOCK_INLINE [[gnu::always_inline]] inline

template <class U>
PENSTOCK_INLINE U load(const uint8_t* p, bool big) {
  U v;
  std::memcpy(&v, p, sizeof v);
  if (!big) return v;
  if constexpr (sizeof(U) == 2) return __builtin_bswap16(v);
  if constexpr (sizeof(U) == 4) return __builtin_bswap32(v);
  if constexpr (sizeof(U) == 8) return __builtin_bswap64(v);
}

template <class F, class U>
PENSTOCK_INLINE F float_of(U bits) {
  static_assert(sizeof(F) == sizeof(U));
  F v;
  std::memcpy(&v, &bits, sizeof v);
  return v;
}

// ITU-T G.711, section 3: sign, three bits of exponent and four of mantissa, of which A-law inverts every second bit.
PENSTOCK_INLINE int32_t alaw_top(uint8_t code) {
  const int c = code ^ 0x55, exponent = c >> 4 & 7, mantissa = (c & 15) << 4;
  const int magnitude = exponent ? (mantissa + 0x108) << (exponent - 1) : mantissa + 8;
  return (c & 0x80 ? magnitude : -magnitude) * 65536;
}
PENSTOCK_INLINE int32_t ulaw_top(uint8_t code) {
  const int c = code ^ 0xff, exponent = c >> 4 & 7, mantissa = c & 15;
  const int magnitude = (((mantissa << 3) + 0x84) << exponent) - 0x84;
  return (c & 0x80 ? -magnitude : magnitude) * 65536;
}

template <class T, bool big>
PENSTOCK_INLINE void decode_as(const uint8_t* p, Encoding encoding, int64_t n, T* out) {
  const auto top = [](uint32_t bits) __attribute__((always_inline)) { return from_top<T>(static_cast<int32_t>(bits)); };
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

// The elements [from, from + n).
template <class T>
PENSTOCK_INLINE void decode_range(const uint8_t* elements, const Sound& s, int64_t from, int64_t n, T* out) {
  const uint8_t* const p = elements + from * element_bytes(s.encoding);
  if (s.big_endian) return decode_as<T, true>(p, s.encoding, n, out);
  decode_as<T, false>(p, s.encoding, n, out);
}

#if defined(__x86_64__)
template <class T>
[[gnu::target("avx2")]] void decode_avx2(const uint8_t* elements, const Sound& s, int64_t n, T* out) {
  decode_range(elements, s, 0, n, out);
}

// From this size on input and output take most of a second-level cache of 512 KiB.
constexpr int64_t kStreamed = 384 << 10;

// The elements of a block go through the first-level cache, and from there past the others.
template <class T>
[[gnu::target("avx2")]] void stream_avx2(const uint8_t* elements, const Sound& s, int64_t n, T* out) {
  constexpr int64_t kBlock = 2048, kLanes = 32 / sizeof(T);
  alignas(32) T block[kBlock];
  int64_t i = std::min<int64_t>(n, (-reinterpret_cast<intptr_t>(out) & 31) / static_cast<int64_t>(sizeof(T)));
  decode_range(elements, s, 0, i, out);
  for (; i < n; i += kBlock) {
    const int64_t count = std::min(kBlock, n - i);
    decode_range(elements, s, i, count, block);
    int64_t k = 0;
    for (; k + kLanes <= count; k += kLanes) {
      _mm256_stream_si256(reinterpret_cast<__m256i*>(out + i + k),
                          _mm256_load_si256(reinterpret_cast<const __m256i*>(block + k)));
    }
    std::copy(block + k, block + count, out + i + k);
  }
  _mm_sfence();
}
#endif

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
void decode_pcm(Bytes b, const Sound& s, T* out, [[maybe_unused]] bool streamed, [[maybe_unused]] SimdLevel level) {
  const uint8_t* const elements = b.data + s.offset;
  const int64_t n = s.frames * s.channels;
#if defined(__x86_64__)
  const int64_t bytes = n * (element_bytes(s.encoding) + static_cast<int64_t>(sizeof(T)));
  if (level >= SimdLevel::avx2) {
    return streamed && bytes >= kStreamed ? stream_avx2(elements, s, n, out) : decode_avx2(elements, s, n, out);
  }
#endif
  decode_range(elements, s, 0, n, out);
}

template void decode_pcm(Bytes, const Sound&, float*, bool, SimdLevel);
template void decode_pcm(Bytes, const Sound&, int16_t*, bool, SimdLevel);
template void decode_pcm(Bytes, const Sound&, int32_t*, bool, SimdLevel);

}  // namespace penstock::audio
