// See streamed.h.
#include "core/streamed.h"

#include <algorithm>
#include <cstring>

#include "core/cpu.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace penstock {

#if defined(__x86_64__)
namespace {

constexpr size_t kLine = 64;
// How far ahead lines are fetched: the source is not in the caches either.
constexpr size_t kAhead = 1024;

// Both copy whole lines to an aligned address, and return how many bytes those are.
size_t stream_lines(uint8_t* to, const uint8_t* from, size_t bytes) {
  size_t at = 0;
  for (; at + kLine <= bytes; at += kLine) {
    for (size_t i = at; i < at + kLine; i += 16) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i)));
    }
  }
  return at;
}

__attribute__((target("avx2"))) size_t stream_lines_avx2(uint8_t* to, const uint8_t* from, size_t bytes) {
  size_t at = 0;
  for (; at + 2 * kLine <= bytes; at += 2 * kLine) {
    const auto* in = reinterpret_cast<const __m256i*>(from + at);
    auto* out = reinterpret_cast<__m256i*>(to + at);
    if (at + kAhead + 2 * kLine <= bytes) {
      _mm_prefetch(reinterpret_cast<const char*>(from + at + kAhead), _MM_HINT_T0);
      _mm_prefetch(reinterpret_cast<const char*>(from + at + kAhead + kLine), _MM_HINT_T0);
    }
    const __m256i a = _mm256_loadu_si256(in), b = _mm256_loadu_si256(in + 1);
    const __m256i c = _mm256_loadu_si256(in + 2), d = _mm256_loadu_si256(in + 3);
    _mm256_stream_si256(out, a);
    _mm256_stream_si256(out + 1, b);
    _mm256_stream_si256(out + 2, c);
    _mm256_stream_si256(out + 3, d);
  }
  return at;
}

}  // namespace
#endif

void copy_streamed(void* to, const void* from, size_t bytes) {
#if defined(__x86_64__)
  auto* out = static_cast<uint8_t*>(to);
  const auto* in = static_cast<const uint8_t*>(from);
  const size_t head = std::min(bytes, (kLine - reinterpret_cast<uintptr_t>(out) % kLine) % kLine);
  if (head) std::memcpy(out, in, head);
  out += head, in += head, bytes -= head;
  const size_t done =
      simd_level() >= SimdLevel::avx2 ? stream_lines_avx2(out, in, bytes) : stream_lines(out, in, bytes);
  if (done < bytes) std::memcpy(out + done, in + done, bytes - done);
  _mm_sfence();
#else
  if (bytes) std::memcpy(to, from, bytes);
#endif
}

}  // namespace penstock
