// Which code an input reaches. Sources that are compiled with -fsanitize-coverage=trace-pc (PENSTOCK_FUZZ) count here
// how often each of their basic blocks runs; in other builds nothing is counted, and no input looks new.
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock::fuzz {

inline constexpr size_t kBlocks = size_t{1} << 16;

// Counters of the run in progress, by a hash of the block's address; they wrap. Threads race for them, which costs a
// count now and then.
extern uint8_t block_counts[kBlocks];

void forget_blocks();

// Adds what the last run reached to `seen` (kBlocks bytes); whether it reached a block, or a number of times (1, 2, 3,
// 4.., 8.., 16.., 32.., 128..), that was not there before. Without `counts` only blocks count.
bool add_blocks(uint8_t* seen, bool counts = true);

// How many blocks have been reached.
size_t count_blocks(const uint8_t* seen);

}  // namespace penstock::fuzz
