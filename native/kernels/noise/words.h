// Words of a stream on the CPU, and normal numbers of them, many at a time and with the machine's vector instructions.
#pragma once
#include <algorithm>
#include <cstdint>

#include "core/rng.h"
#include "kernels/noise/noise.h"

namespace penstock {

// Words that are made at once: they stay in the first cache.
inline constexpr int kNoiseChunk = 1024;

// Writes the words number 4 * block to 4 * (block + blocks) - 1 of the stream, as Rng::block() gives them. `blocks` is
// a multiple of 8.
void philox_words(const Rng&, uint32_t block, int blocks, uint32_t* out);

// normal_of() for n words. Both arrays have room for n rounded up to 8.
void normals_of(const uint32_t* words, int n, float* out);

// Calls f(first, count, words) for the words of elements 0 to n - 1, in pieces of up to kNoiseChunk.
template <class F>
void each_words(const Rng& rng, int64_t n, F&& f) {
  alignas(64) uint32_t words[kNoiseChunk];
  for (int64_t at = 0; at < n; at += kNoiseChunk) {
    const int count = static_cast<int>(std::min<int64_t>(n - at, kNoiseChunk));
    philox_words(rng, static_cast<uint32_t>(at / 4), (count + 31) / 32 * 8, words);
    f(at, count, words);
  }
}

}  // namespace penstock
