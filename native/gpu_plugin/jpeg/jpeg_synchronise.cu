// Finds the state in which each subsequence ends. All are decoded at once from a guessed state. Those whose predecessor
// ended in another one are decoded again, until none changes: first within a CUDA block, then across the borders of
// blocks. A prefix sum over the finished blocks then tells each thread where its blocks stand in the image.
#include "gpu_plugin/jpeg/jpeg_entropy.h"
#include "gpu_plugin/jpeg/jpeg_kernels.h"

namespace penstock::gpu {
namespace {

constexpr uint32_t kPerThread = kSyncSubs / kJpegThreads;
constexpr int kBorderThreads = 64;

// Subsequences that the CUDA blocks of a scan begin with are this many apart.
constexpr uint32_t kSyncStep = kSyncSubs - kWarmSubs;

__device__ __forceinline__ uint32_t sync_blocks(uint32_t subs) {
  return subs <= kSyncSubs ? (subs ? 1 : 0) : 1 + (subs - kSyncSubs + kSyncStep - 1) / kSyncStep;
}

__global__ void __launch_bounds__(kJpegThreads) synchronise_kernel(JpegMemory m, JpegItems items) {
  __shared__ uint32_t changed;
  const uint32_t t = threadIdx.x, lane = t & 31;
  for (uint32_t n = blockIdx.x; n < items.count; n += gridDim.x) {
    const JpegItem item = items.items[n];
    const JpegScanWork& s = m.scans[item.of];
    const JpegScanState state = m.states[item.of];
    const uint32_t base = item.part * kSyncStep;
    if (item.part >= sync_blocks(state.subs)) continue;
    JpegStep* steps;
    uint16_t* entries;
    uint32_t* exits = static_cast<uint32_t*>(load_tables(m, s, shared_memory<uint4>(), steps, entries));
    uint16_t* began = reinterpret_cast<uint16_t*>(exits + kSyncSubs);
    uint16_t* list = began + kSyncSubs;
    const uint32_t* words = m.words + s.first_word;
    const auto decode = [&](uint32_t j) {
      const JpegPiece piece = jpeg_piece(s, state, m.segment_byte, m.segment_sub, base + j);
      return jpeg_exit(words, piece, began[j], steps, entries);
    };
    __syncthreads();
    uint32_t at = 0;
    PENSTOCK_ROLLED
    for (uint32_t g = 0; g < kPerThread; ++g) {
      const uint32_t j = t * kPerThread + g;
      if (base + j >= state.subs) break;
      began[j] = static_cast<uint16_t>(at);
      exits[j] = decode(j);
      at = exits[j] & kStateBits;
    }
    __syncthreads();
    for (;;) {
      if (t == 0) changed = 0;
      __syncthreads();
      // Lists those that have to be decoded again, so that full warps do it.
      for (uint32_t g = 0; g < kPerThread; ++g) {
        const uint32_t j = g * kJpegThreads + t;
        bool again = false;
        if (j > 0 && base + j < state.subs) {
          const uint32_t before = exits[j - 1] & kStateBits;
          again = before != began[j];
          if (again) began[j] = static_cast<uint16_t>(before);
        }
        const uint32_t lanes = __ballot_sync(~0u, again);
        if (!lanes) continue;
        uint32_t place = 0;
        if (lane == 0) place = atomicAdd(&changed, static_cast<uint32_t>(__popc(lanes)));
        place = __shfl_sync(~0u, place, 0);
        if (again) list[place + static_cast<uint32_t>(__popc(lanes & ((1u << lane) - 1)))] = static_cast<uint16_t>(j);
      }
      __syncthreads();
      const uint32_t count = changed;
      if (!count) break;
      PENSTOCK_ROLLED
      for (uint32_t k = t; k < count; k += kJpegThreads) {
        const uint32_t j = list[k];
        exits[j] = decode(j);
      }
      __syncthreads();
    }
    // The list is read four at a time, so it is filled up.
    const uint32_t skip = item.part ? kWarmSubs : 0, filled = (state.subs + 3) / 4 * 4;
    for (uint32_t j = skip + t; j < kSyncSubs && base + j < filled; j += kJpegThreads) {
      m.exits[s.first_sub + base + j] = base + j < state.subs ? exits[j] : 0;
    }
    if (t == 0) m.border[s.first_border + item.part] = began[skip];
    __syncthreads();
  }
}

// One CUDA block a scan; a thread goes on from each border whose state was guessed wrong, until the states agree.
__global__ void __launch_bounds__(kBorderThreads) border_kernel(JpegMemory m, uint32_t scans) {
  for (uint32_t n = blockIdx.x; n < scans; n += gridDim.x) {
    const JpegScanWork& s = m.scans[n];
    const JpegScanState state = m.states[n];
    const uint32_t blocks = sync_blocks(state.subs);
    // Other threads write what this one reads.
    volatile uint32_t* exits = m.exits + s.first_sub;
    uint16_t* border = m.border + s.first_border;
    bool wrong = false;
    for (uint32_t b = 1 + threadIdx.x; b < blocks; b += kBorderThreads) {
      wrong |= (exits[b * kSyncStep + kWarmSubs - 1] & kStateBits) != border[b];
    }
    if (!__syncthreads_or(wrong)) continue;
    JpegStep* steps;
    uint16_t* entries;
    load_tables(m, s, shared_memory<uint4>(), steps, entries);
    const uint32_t* words = m.words + s.first_word;
    __syncthreads();
    for (;;) {
      bool changed = false;
      for (uint32_t b = 1 + threadIdx.x; b < blocks; b += kBorderThreads) {
        const uint32_t from = b * kSyncStep + kWarmSubs;
        uint32_t at = exits[from - 1] & kStateBits;
        if (at == border[b]) continue;
        border[b] = static_cast<uint16_t>(at);
        changed = true;
        const uint32_t end = from + kSyncStep;
        for (uint32_t i = from; i < end && i < state.subs; ++i) {
          const JpegPiece piece = jpeg_piece(s, state, m.segment_byte, m.segment_sub, i);
          const uint32_t exit = jpeg_exit(words, piece, at, steps, entries), old = exits[i];
          exits[i] = exit;
          at = exit & kStateBits;
          if (at == (old & kStateBits)) break;
        }
      }
      if (!__syncthreads_or(changed)) break;
    }
  }
}

// Sums up the blocks that end in the subsequences before each one, and checks that every segment has as many as it
// must. One CUDA block a scan.
__global__ void __launch_bounds__(kJpegThreads) blocks_kernel(JpegMemory m, uint32_t scans) {
  __shared__ uint32_t room[8];
  for (uint32_t n = blockIdx.x; n < scans; n += gridDim.x) {
    const JpegScanWork& s = m.scans[n];
    const uint32_t subs = m.states[n].subs;
    const uint32_t *exits = m.exits + s.first_sub, *segment_sub = m.segment_sub + s.first_segment;
    uint32_t* before = m.blocks_before + s.first_sub;
    uint32_t sum = 0;
    for (uint32_t from = 0; from < subs; from += 4 * kJpegThreads) {
      const uint32_t i = from + 4 * threadIdx.x;
      uint32_t count[4] = {}, total;
      if (i < subs) {
        const uint4 four = *reinterpret_cast<const uint4*>(exits + i);
        count[0] = four.x >> 16;
        count[1] = i + 1 < subs ? four.y >> 16 : 0;
        count[2] = i + 2 < subs ? four.z >> 16 : 0;
        count[3] = i + 3 < subs ? four.w >> 16 : 0;
      }
      const uint32_t mine = sum + sum_before(count[0] + count[1] + count[2] + count[3], room, total);
      if (i < subs) {
        *reinterpret_cast<uint4*>(before + i) =
            make_uint4(mine, mine + count[0], mine + count[0] + count[1], mine + count[0] + count[1] + count[2]);
      }
      sum += total;
    }
    __syncthreads();
    bool wrong = subs && sum != s.mcus * s.mcu_blocks;
    for (uint32_t k = 1 + threadIdx.x; subs && k < s.segments; k += kJpegThreads) {
      wrong |= before[segment_sub[k]] != k * s.segment_mcus * s.mcu_blocks;
    }
    if (wrong) atomicOr(&m.status[s.image], static_cast<uint32_t>(kBlockCount));
    __syncthreads();
  }
}

}  // namespace

void synchronise(const JpegLaunch& l) {
  const size_t tables = table_bytes(l.most_entries);
  launch_synced(synchronise_kernel, l.grid(l.syncs.count), dim3(kJpegThreads), tables + kSyncSubs * 8, l.stream,
                l.memory, l.syncs);
  launch_synced(border_kernel, l.grid(l.scans), dim3(kBorderThreads), tables, l.stream, l.memory, l.scans);
  launch_synced(blocks_kernel, l.grid(l.scans), dim3(kJpegThreads), 0, l.stream, l.memory, l.scans);
}

}  // namespace penstock::gpu
