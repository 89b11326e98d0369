// The callback of instrumented code, and the evaluation of its counters. Linked into every program that has
// instrumented code.
#include "fuzz/engine/coverage.h"

#include <cstring>

namespace penstock::fuzz {

uint8_t block_counts[kBlocks];

namespace {

uint8_t class_of(uint8_t count) {
  if (count < 3) return count;  // 1 and 2 have bits of their own
  return count == 3 ? 4 : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}

}  // namespace

void forget_blocks() { std::memset(block_counts, 0, kBlocks); }

bool add_blocks(uint8_t* seen, bool counts) {
  bool fresh = false;
  for (size_t at = 0; at < kBlocks; at += 8) {
    uint64_t eight;
    std::memcpy(&eight, block_counts + at, 8);
    if (!eight) continue;
    for (size_t i = at; i < at + 8; ++i) {
      const uint8_t bit = counts ? class_of(block_counts[i]) : block_counts[i] != 0;
      fresh |= (seen[i] | bit) != seen[i];
      seen[i] |= bit;
    }
  }
  return fresh;
}

size_t count_blocks(const uint8_t* seen) {
  size_t n = 0;
  for (size_t i = 0; i < kBlocks; ++i) n += seen[i] != 0;
  return n;
}

}  // namespace penstock::fuzz

extern "C" [[gnu::no_sanitize_coverage, gnu::no_sanitize("address", "undefined")]] void __sanitizer_cov_trace_pc() {
  const auto at = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  ++penstock::fuzz::block_counts[(at * 0x9E3779B97F4A7C15ULL) >> 48];
}
