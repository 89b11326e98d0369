// Measures which code an input reaches. Sources that are compiled with -fsanitize-coverage=trace-pc (PENSTOCK_FUZZ)
// count here how often each of their basic blocks runs; in other builds nothing is counted, and no input looks new.
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock::fuzz {

inline constexpr size_t kBlocks = size_t{1} << 16;

// Counters of the current run, by a hash of the block's address. They wrap, and races between threads lose a count now
// and then.
extern uint8_t block_counts[kBlocks];

void forget_blocks();

// Adds the code that the last run reached to `seen` (kBlocks bytes). Returns whether the run reached a new block, or a
// block a new number of times (1, 2, 3, 4.., 8.., 16.., 32.., 128..). Without `counts` only blocks are compared.
bool add_blocks(uint8_t* seen, bool counts = true);

// The number of blocks that have been reached.
size_t count_blocks(const uint8_t* seen);

}  // namespace penstock::fuzz
