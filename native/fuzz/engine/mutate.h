// Changes that make one input of another, for every format alike.
#pragma once
#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {

// Some bytes of [from, to): flipped, set to values that break things, counted up or down, or a 32-bit number.
void mutate_bytes(File&, size_t from, size_t to, Rng&);

// Removes, repeats, inserts or moves a piece, or cuts the end off.
void mutate_pieces(File&, Rng&);

// Either of the above, at the start more often than elsewhere, as headers decide most; or another digit of a number.
void mutate_any(File&, Rng&);

// The start of one and the end of the other.
File cross(const File& a, const File& b, Rng&);

inline uint32_t below(Rng& rng, size_t n) { return n ? rng.below(static_cast<uint32_t>(n)) : 0; }

}  // namespace penstock::fuzz
