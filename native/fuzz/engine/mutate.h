// General mutations, which make one input from another for every format.
#pragma once
#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {

// Changes some bytes of [from, to): flips bits, sets values that break things, counts up or down, or sets a 32-bit
// number.
void mutate_bytes(File&, size_t from, size_t to, Rng&);

// Removes, repeats, inserts or moves a piece, or cuts off the end.
void mutate_pieces(File&, Rng&);

// One of the two above, at the start more often than elsewhere because headers decide most; or changes a digit of a
// number.
void mutate_any(File&, Rng&);

// Joins the start of one input and the end of another.
File cross(const File& a, const File& b, Rng&);

inline uint32_t below(Rng& rng, size_t n) { return n ? rng.below(static_cast<uint32_t>(n)) : 0; }

}  // namespace penstock::fuzz
