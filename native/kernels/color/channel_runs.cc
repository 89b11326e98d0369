// Tables of channel_runs.h: plain loops, and for AVX-512 a look-up of 64 bytes at once, in tables that stay in
// registers.
#include "kernels/color/channel_runs.h"

#include <algorithm>

#include "core/cpu.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace penstock::ops {
namespace {

// From element `from` on.
void plain_tables(const uint8_t* in, uint8_t* out, int64_t from, const ChannelRuns& r, const uint8_t (*table)[256]) {
  const int64_t n = r.elements();
  int64_t i = from;
  if (r.channels == 3) {
    for (; i % 3 == 0 && i < n; i += 3) {
      out[i] = table[0][in[i]];
      out[i + 1] = table[1][in[i + 1]];
      out[i + 2] = table[2][in[i + 2]];
    }
    return;
  }
  for (int64_t c = i % r.channels; i < n; ++i, c = c + 1 < r.channels ? c + 1 : 0) out[i] = table[c][in[i]];
}

#if defined(__x86_64__)

#define TABLES_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")))

// A table of 256 bytes. Indices of a permutation have 7 bits: the eighth chooses a half.
struct Table {
  __m512i part[4];
};

TABLES_AVX512 inline Table load_table(const uint8_t* table) {
  Table t;
  for (int i = 0; i < 4; ++i) t.part[i] = _mm512_loadu_si512(table + 64 * i);
  return t;
}
TABLES_AVX512 inline __m512i look_up(const Table& t, __m512i at) {
  const __m512i low = _mm512_permutex2var_epi8(t.part[0], at, t.part[1]);
  const __m512i high = _mm512_permutex2var_epi8(t.part[2], at, t.part[3]);
  return _mm512_mask_blend_epi8(_mm512_movepi8_mask(at), low, high);
}

// Both return how many elements they did: a multiple of the channels.
TABLES_AVX512 int64_t one_table(const uint8_t* in, uint8_t* out, int64_t n, const uint8_t* table) {
  const Table t = load_table(table);
  int64_t i = 0;
  for (; i + 64 <= n; i += 64) _mm512_storeu_si512(out + i, look_up(t, _mm512_loadu_si512(in + i)));
  return i;
}
TABLES_AVX512 int64_t three_tables(const uint8_t* in, uint8_t* out, int64_t n, const uint8_t (*table)[256]) {
  const Table t[] = {load_table(table[0]), load_table(table[1]), load_table(table[2])};
  // Bits of every third byte, from the byte of a channel on. 64 is 1 more than a multiple of 3.
  constexpr uint64_t third = 0x9249249249249249;
  const __mmask64 second[] = {third << 1, third << 0, third << 2}, last[] = {third << 2, third << 1, third << 0};
  int64_t i = 0;
  for (; i + 192 <= n; i += 192) {
    for (int k = 0; k < 3; ++k) {
      const __m512i at = _mm512_loadu_si512(in + i + 64 * k);
      __m512i v = look_up(t[0], at);
      v = _mm512_mask_blend_epi8(second[k], v, look_up(t[1], at));
      v = _mm512_mask_blend_epi8(last[k], v, look_up(t[2], at));
      _mm512_storeu_si512(out + i + 64 * k, v);
    }
  }
  return i;
}
#endif

}  // namespace

void apply_tables(const uint8_t* in, uint8_t* out, const ChannelRuns& r, const uint8_t (*table)[256]) {
  int64_t done = 0;
#if defined(__x86_64__)
  if (simd_level() >= SimdLevel::avx512) {
    if (r.channels == 1) done = one_table(in, out, r.elements(), table[0]);
    if (r.channels == 3) done = three_tables(in, out, r.elements(), table);
  }
#endif
  plain_tables(in, out, done, r, table);
}

}  // namespace penstock::ops
