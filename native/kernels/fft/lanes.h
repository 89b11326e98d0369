// Eight signals side by side: element i of signal l lies at lanes[i * 8 + l]. These functions bring signals that lie
// one after the other, each in a row of its own, into that order and back.
#pragma once
#include <cstdint>

namespace penstock::ops {

inline constexpr int kFftLanes = 8;

// The first `count` lanes get the `n` elements of their rows; the other lanes keep what they have.
void interleave(const float* const* rows, int count, int64_t n, float* lanes);

// The reverse: writes `n` elements of the first `count` lanes.
void deinterleave(const float* lanes, int64_t n, float* const* rows, int count);

}  // namespace penstock::ops
