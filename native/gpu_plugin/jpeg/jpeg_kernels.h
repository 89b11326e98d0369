// The launches of one batch, in their order. Each kernel works through items: an item is what one CUDA block does at a
// time, and at most `blocks` CUDA blocks run, so that a share of the GPU can be left to others. No launch waits for the
// host.
#pragma once
#include <cuda_runtime.h>

#include "gpu_plugin/jpeg/jpeg_work.h"
#include "gpu_plugin/launch.h"

namespace penstock::gpu {

inline constexpr int kJpegThreads = 256;
// Subsequences of a CUDA block of synchronise_kernel. The first few of all but a scan's first block repeat the end of
// the block before, so that the state at the border is most likely right.
inline constexpr uint32_t kSyncSubs = 1024, kWarmSubs = 4;
// Pixels that a CUDA block of the last kernel writes, or groups of eight pixels of the most frequent kind of image; and
// blocks of 8x8 that one of the transform's makes.
inline constexpr uint32_t kPixelTile = 1024, kGroupTile = 512, kTransformTile = 128;

struct JpegItems {
  const JpegItem* items;
  uint32_t count;
};

struct JpegLaunch {
  JpegMemory memory;
  uint32_t first_scan;  // of those that write_coefficients() is about
  uint32_t scans, images;
  uint32_t most_entries;  // of the Huffman tables of one scan
  uint32_t most_blocks;   // CUDA blocks at a time; 0: no limit
  bool restarts;          // whether any scan has several segments
  JpegItems chunks, syncs, writes, transforms, pixels;
  cudaStream_t stream;

  dim3 grid(uint32_t items) const { return dim3(most_blocks && items > most_blocks ? most_blocks : items); }
};

// Each of `units` has some items; first[unit] is the number of those before it, and first[units] that of all.
void expand_items(const JpegLaunch&, const uint32_t* first, uint32_t units, JpegItem* items, uint32_t count);

void prepare_bits(const JpegLaunch&);        // tables, unstuffed bits, segments
void synchronise(const JpegLaunch&);         // the exit state of every subsequence
void write_coefficients(const JpegLaunch&);  // of the blocks that are needed, and the DC values
void transform(const JpegLaunch&);           // coefficients to samples
void write_pixels(const JpegLaunch&);        // upsampling, colours

// The sum of the threads' values before this one, in a CUDA block of kJpegThreads; `room` has 8 words.
__device__ __forceinline__ uint32_t sum_before(uint32_t value, uint32_t* room, uint32_t& total) {
  const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  uint32_t sum = value;
  PENSTOCK_UNROLL
  for (uint32_t d = 1; d < 32; d <<= 1) {
    const uint32_t other = __shfl_up_sync(~0u, sum, d);
    if (lane >= d) sum += other;
  }
  if (lane == 31) room[warp] = sum;
  __syncthreads();
  uint32_t before = 0, all = 0;
  PENSTOCK_UNROLL
  for (uint32_t w = 0; w < kJpegThreads / 32; ++w) {
    const uint32_t other = room[w];
    if (w < warp) before += other;
    all += other;
  }
  total = all;
  __syncthreads();
  return before + sum - value;
}

}  // namespace penstock::gpu
