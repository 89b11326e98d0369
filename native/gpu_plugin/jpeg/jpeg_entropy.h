// Huffman decoding of one subsequence, in the state that a thread hands to the next: how many bits past its end it
// stopped, the position in the block, and the block in the MCU. After Weissenberger and Schmidt, "Massively Parallel
// Huffman Decoding on GPUs" and arXiv 2111.09219: a thread that begins in a wrong state falls into step with the right
// one after some thousand bits, so all begin at once, and those that began wrong do their piece again.
#pragma once
#include <cuda_runtime.h>

#include "gpu_plugin/jpeg/jpeg_work.h"

namespace penstock::gpu {

// The bits of a packed state; the count of finished blocks stands above them.
inline constexpr uint32_t kStateBits = 0x7fff;

// What to decode next: the DC value or the rest of a block of the MCU. Tables are indexed by bits, plus `short_codes`
// or `long_codes`; see HuffmanLayout.
struct alignas(16) JpegStep {
  int32_t short_codes, long_codes;
  uint32_t next;   // the step after this one
  uint32_t where;  // block in the MCU << 16 | component << 6
};

// The steps of a scan; `t` is below 2 * mcu_blocks.
__device__ __forceinline__ JpegStep jpeg_step(const JpegScanWork& s, uint32_t t) {
  const uint32_t block = t >> 1, ac = t & 1, component = s.place[block].component;
  const JpegScanWork::Table& table = s.table[component][ac];
  JpegStep step;
  step.short_codes = table.index;
  step.long_codes =
      table.index + static_cast<int32_t>(table.longer >> (16 - kLookBits)) - static_cast<int32_t>(table.longer);
  step.next = ac ? (block + 1 < s.mcu_blocks ? 2 * (block + 1) : 0) : t + 1;
  step.where = block << 16 | component << 6;
  return step;
}

// Shared memory for the steps and tables of a scan.
inline size_t table_bytes(uint32_t entries) {
  return 2 * kJpegMcuBlocks * sizeof(JpegStep) + (entries + 7) / 8 * sizeof(uint4);
}

// Loads a scan's steps and tables to shared memory at `room`; returns what is behind them.
__device__ __forceinline__ void* load_tables(const JpegMemory& m, const JpegScanWork& s, uint4* room, JpegStep*& steps,
                                             uint16_t*& entries) {
  steps = reinterpret_cast<JpegStep*>(room);
  room += 2 * kJpegMcuBlocks;
  entries = reinterpret_cast<uint16_t*>(room);
  const uint32_t words = (s.entries + 7) / 8;
  if (threadIdx.x < 2 * s.mcu_blocks) steps[threadIdx.x] = jpeg_step(s, threadIdx.x);
  const auto* from = reinterpret_cast<const uint4*>(m.entries + s.first_entry);
  for (uint32_t k = threadIdx.x; k < words; k += blockDim.x) room[k] = from[k];
  return room + words;
}

// A subsequence, in bits of the scan.
struct JpegPiece {
  uint32_t from, to;
  uint32_t segment;
  bool last;  // of its segment
};

__device__ __forceinline__ JpegPiece jpeg_piece(const JpegScanWork& s, const JpegScanState& state,
                                                const uint32_t* segment_byte, const uint32_t* segment_sub, uint32_t i) {
  if (s.segments == 1) {
    const uint32_t from = i * kSubBits, to = from + kSubBits;
    return {from, to < state.bits ? to : state.bits, 0, i + 1 == state.subs};
  }
  uint32_t low = 0, high = s.segments;
  while (high - low > 1) {
    const uint32_t middle = (low + high) / 2;
    if (segment_sub[s.first_segment + middle] <= i) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const uint32_t at = s.first_segment + low;
  const uint32_t from = segment_byte[at] * 8 + (i - segment_sub[at]) * kSubBits, end = segment_byte[at + 1] * 8;
  return {from, from + kSubBits < end ? from + kSubBits : end, low, i + 1 == segment_sub[at + 1]};
}

// Bits are read through three words: two that hold the current 32 bits, and the one behind them, which is loaded ahead.
struct JpegBits {
  const uint32_t* words;
  uint32_t at, high, low, ahead;

  __device__ __forceinline__ JpegBits(const uint32_t* first, uint32_t at) : words(first), at(at) {
    high = words[at >> 5];
    low = words[(at >> 5) + 1];
    ahead = words[(at >> 5) + 2];
  }
  __device__ __forceinline__ uint32_t next32() const { return __funnelshift_l(low, high, at); }
  __device__ __forceinline__ void move_to(uint32_t to) {
#if PENSTOCK_ON_GPU
    // Loads under a predicate, into the loop's own register: from C++ the compiler makes a copy that waits for the
    // load.
    asm volatile(
        "{ .reg .pred q; .reg .u32 c; .reg .u64 a; xor.b32 c, %4, %5; and.b32 c, c, 32; setp.ne.u32 q, c, 0;\n"
        "@q mov.b32 %0, %1; @q mov.b32 %1, %2;\n"
        "shr.u32 c, %5, 5; mad.wide.u32 a, c, 4, %3; @q ld.global.nc.u32 %2, [a]; }"
        : "+r"(high), "+r"(low), "+r"(ahead)
        : "l"(words + 2), "r"(at), "r"(to));
#else
    if ((at ^ to) & 32) {
      high = low;
      low = ahead;
      ahead = words[(to >> 5) + 2];
    }
#endif
    at = to;
  }
};

__device__ __forceinline__ void load_step_if(JpegStep& step, const JpegStep* from, uint32_t yes) {
#if PENSTOCK_ON_GPU
  asm volatile("{ .reg .pred q; setp.ne.u32 q, %5, 0; @q ld.shared.v4.u32 {%0, %1, %2, %3}, [%4]; }"
               : "+r"(step.short_codes), "+r"(step.long_codes), "+r"(step.next), "+r"(step.where)
               : "r"(static_cast<uint32_t>(__cvta_generic_to_shared(from))), "r"(yes)
               : "memory");
#else
  if (yes) step = *from;
#endif
}

// A thread's way through the symbols. `position` is 1..63 in a block, and 64 before a DC value. `steps` and `entries`
// are in shared memory.
struct JpegWalk {
  JpegBits bits;
  JpegStep step, following;
  const JpegStep* steps;
  const uint16_t* entries;
  uint32_t position;

  // `state` is what the subsequence before it left; `from` is the first bit of the own one.
  __device__ __forceinline__ JpegWalk(const uint32_t* words, uint32_t from, uint32_t state, const JpegStep* steps,
                                      const uint16_t* entries)
      : bits(words, from + (state & 31)), steps(steps), entries(entries) {
    position = state >> 5 & 63;
    if (!position) position = 64;
    step = steps[2 * (state >> 11) + (position < 64)];
    following = steps[step.next];
  }
  __device__ __forceinline__ uint32_t entry(uint32_t next32) const {
    const int32_t a = static_cast<int32_t>(next32 >> (32 - kLookBits)) + step.short_codes;
    const int32_t b = static_cast<int32_t>(next32 >> 16) + step.long_codes;
    return entries[a > b ? a : b];
  }
  // The position behind the symbol; 64 or more at the end of a block.
  __device__ __forceinline__ uint32_t moved(uint32_t entry) const { return (position + (entry >> 9)) & 127; }
  __device__ __forceinline__ void pass(uint32_t entry, uint32_t moved) {
    const uint32_t turn = (position | moved) & 64;
    bits.move_to(bits.at + (entry & 31));
    const uint32_t next = following.next;
    if (turn) step = following;
    load_step_if(following, steps + next, turn);
    position = moved < 64 ? moved : 64;
  }
};

// Decodes a piece from a state, and returns its exit state and the number of blocks that end in it.
__device__ __forceinline__ uint32_t jpeg_exit(const uint32_t* words, const JpegPiece& piece, uint32_t state,
                                              const JpegStep* steps, const uint16_t* entries) {
  JpegWalk walk(words, piece.from, state, steps, entries);
  uint32_t blocks = 0;
  while (walk.bits.at < piece.to) {
    const uint32_t entry = walk.entry(walk.bits.next32());
    const uint32_t moved = walk.moved(entry);
    blocks += moved >> 6;
    walk.pass(entry, moved);
  }
  // The next segment begins at its own first bit, with an MCU.
  if (piece.last) return blocks << 16;
  return ((walk.bits.at - piece.to) & 31) | (walk.position & 63) << 5 | (walk.step.where >> 16) << 11 | blocks << 16;
}

}  // namespace penstock::gpu
