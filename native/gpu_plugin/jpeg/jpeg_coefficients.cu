// Decodes the scans once more, now from exact states, and writes the dequantised coefficients of the blocks that are
// needed. DC values are differences in the file; a second kernel sums them up.
#include "gpu_plugin/jpeg/jpeg_entropy.h"
#include "gpu_plugin/jpeg/jpeg_kernels.h"

namespace penstock::gpu {
namespace {

constexpr uint32_t kWords = 32;        // of a block of 64 coefficients
constexpr uint32_t kRow = kWords + 1;  // of a lane's block in shared memory, so that columns use all banks
constexpr int32_t kUnused = -1;

// Where a thread's current block goes.
struct Target {
  uint32_t column, row;  // of its MCU
  int32_t block;         // among the kept ones, or kUnused
};

__device__ __forceinline__ int32_t kept_block(const JpegPlace& p, uint32_t column, uint32_t row) {
  const int32_t x = static_cast<int32_t>(column * p.h + p.dx) - p.x0, y = static_cast<int32_t>(row * p.v + p.dy) - p.y0;
  const bool kept = static_cast<uint32_t>(x) < static_cast<uint32_t>(p.w) &&
                    static_cast<uint32_t>(y) < static_cast<uint32_t>(p.h_kept);
  return kept ? static_cast<int32_t>(p.first) + y * p.w + x : kUnused;
}

// The blocks that are complete go to global memory, each written by the whole warp: scattered stores of two bytes are
// three times as slow. `stage` is zero again afterwards.
__device__ __forceinline__ void flush_blocks(uint32_t complete, int32_t block, uint32_t* stage, uint32_t lane,
                                             int16_t* coefficients) {
  __syncwarp();
  while (complete) {
    const int from = __ffs(static_cast<int>(complete)) - 1;
    complete &= complete - 1;
    const auto to = static_cast<int32_t>(__shfl_sync(~0u, static_cast<uint32_t>(block), from));
    const uint32_t value = stage[static_cast<uint32_t>(from) * kRow + lane];
    stage[static_cast<uint32_t>(from) * kRow + lane] = 0;
    reinterpret_cast<uint32_t*>(coefficients)[static_cast<size_t>(to) * kWords + lane] = value;
  }
  __syncwarp();
}

__global__ void __launch_bounds__(kJpegThreads) write_kernel(JpegMemory m, JpegItems items) {
  const uint32_t t = threadIdx.x, lane = t & 31;
  for (uint32_t n = blockIdx.x; n < items.count; n += gridDim.x) {
    const JpegItem item = items.items[n];
    const JpegScanWork& s = m.scans[item.of];
    const JpegScanState state = m.states[item.of];
    const uint32_t sub0 = item.part * kJpegThreads, limit = s.needed_mcus * s.mcu_blocks;
    if (sub0 >= state.subs || m.blocks_before[s.first_sub + sub0] >= limit) continue;
    // Another CUDA block may set it now, and all threads must decide alike.
    if (__syncthreads_or(m.status[s.image] != 0)) continue;

    auto* places = shared_memory<JpegPlace>();
    auto* positions = reinterpret_cast<uint16_t*>(places + kJpegMcuBlocks);
    JpegStep* steps;
    uint16_t* entries;
    void* behind = load_tables(m, s, reinterpret_cast<uint4*>(positions + kJpegPositions), steps, entries);
    uint32_t* stage = static_cast<uint32_t*>(behind) + (t >> 5) * 32 * kRow;
    if (t < s.mcu_blocks) places[t] = s.place[t];
    if (t < s.components * 64) positions[t] = m.positions[item.of * kJpegPositions + t];
    for (uint32_t k = 0; k < kRow; ++k) stage[k * 32 + lane] = 0;
    __syncthreads();

    // The thread owns the blocks that begin in its subsequence.
    const uint32_t i = sub0 + t;
    const bool mine = i < state.subs;
    JpegPiece piece = {0, 0, 0, false};
    uint32_t at = 0, block = limit;
    if (mine) {
      piece = jpeg_piece(s, state, m.segment_byte, m.segment_sub, i);
      if (i) at = m.exits[s.first_sub + i - 1] & kStateBits;
      block = m.blocks_before[s.first_sub + i];
    }
    JpegWalk walk(m.words + s.first_word, piece.from, at, steps, entries);
    if (walk.position < 64) {  // the rest of the block that began before
      while (walk.position < 64 && walk.bits.at < piece.to) {
        const uint32_t entry = walk.entry(walk.bits.next32());
        walk.pass(entry, walk.moved(entry));
      }
      ++block;
    }
    uint32_t segment_end = (piece.segment + 1) * s.segment_mcus;
    if (segment_end > s.mcus) segment_end = s.mcus;
    segment_end *= s.mcu_blocks;
    uint32_t last_block = limit < segment_end ? limit : segment_end;
    uint32_t doubt = 0;
    bool active = mine && walk.bits.at < piece.to && block < last_block;
    const uint32_t mcu = block / s.mcu_blocks;
    Target target = {mcu % s.row_mcus, mcu / s.row_mcus, kUnused};
    if (active) target.block = kept_block(places[walk.step.where >> 16], target.column, target.row);
    auto* row = reinterpret_cast<int16_t*>(stage + lane * kRow);
    int16_t* dc = m.dc + s.first_dc;
    for (bool go = __ballot_sync(~0u, active); go;) {
      bool complete = false;
      if (active) {
        const uint32_t bits = walk.bits.next32(), entry = walk.entry(bits);
        const uint32_t moved = walk.moved(entry), size = entry >> 5 & 15;
        // The value's bits, at the top; those of a negative one begin with 0.
        const uint32_t top = bits << ((entry & 31) - size);
        int32_t value = static_cast<int32_t>((top >> 1) >> (31 - size));
        if (static_cast<int32_t>(top) >= 0) value -= (1 << size) - 1;
        if ((entry & 0x1ff) == kNoCode) doubt |= kBadCode;
        if (walk.position == 64) {
          dc[block] = static_cast<int16_t>(value);
        } else if (size) {
          const uint32_t place = positions[(walk.step.where & 0xffff) + ((walk.position + (entry >> 9) - 1) & 63)];
          const int32_t product = value * static_cast<int32_t>(place >> 6);
          if (moved > 64) doubt |= kBadCode;
          if (static_cast<uint32_t>(product + kMaxColumn) > 2 * kMaxColumn) doubt |= kRange;
          if (target.block != kUnused) row[place & 63] = static_cast<int16_t>(product);
        }
        complete = moved >= 64;
        walk.pass(entry, moved);
      }
      if (!__ballot_sync(~0u, complete)) continue;
      const uint32_t flush = __ballot_sync(~0u, complete && target.block != kUnused);
      if (flush) flush_blocks(flush, target.block, stage, lane, m.coefficients);
      if (complete) {
        ++block;
        active = walk.bits.at < piece.to && block < last_block;
        if ((walk.step.where >> 16) == 0 && ++target.column == s.row_mcus) {
          target.column = 0;
          ++target.row;
        }
        if (active) {
          target.block = kept_block(places[walk.step.where >> 16], target.column, target.row);
        } else if (block == segment_end) {
          const uint32_t end = s.segments == 1 ? state.bits : m.segment_byte[s.first_segment + piece.segment + 1] * 8;
          if (end - walk.bits.at > 7) doubt |= kLeftBits;
        }
      }
      go = __ballot_sync(~0u, active);
    }
    if (doubt) atomicOr(&m.status[s.image], doubt);
    __syncthreads();
  }
}

// Adds a value to the sum of its component, without indexing registers.
struct Sums {
  int32_t of[kJpegComponents];

  __device__ __forceinline__ int32_t add(uint32_t component, int32_t value) {
    int32_t result = 0;
    PENSTOCK_UNROLL
    for (uint32_t c = 0; c < kJpegComponents; ++c) {
      if (c != component) continue;
      of[c] += value;
      result = of[c];
    }
    return result;
  }
};

// The MCUs [from, to): with `write`, replaces each difference by the dequantised value.
__device__ __forceinline__ void sum_dc(const JpegMemory& m, const JpegScanWork& s, const uint16_t* positions,
                                       uint32_t from, uint32_t to, bool write, Sums& sums) {
  int16_t* dc = m.dc + s.first_dc;
  uint32_t doubt = 0;
  for (uint32_t mcu = from; mcu < to; ++mcu) {
    for (uint32_t b = 0; b < s.mcu_blocks; ++b) {
      const uint32_t c = s.place[b].component;
      const int32_t sum = sums.add(c, dc[mcu * s.mcu_blocks + b]);
      if (!write) continue;
      const int32_t value = sum * static_cast<int32_t>(positions[c * 64] >> 6);
      if (static_cast<uint32_t>(sum + kMaxColumn) > 2 * kMaxColumn ||
          static_cast<uint32_t>(value + kMaxColumn) > 2 * kMaxColumn) {
        doubt = kRange;
      }
      dc[mcu * s.mcu_blocks + b] = static_cast<int16_t>(value);
    }
  }
  if (doubt) atomicOr(&m.status[s.image], doubt);
}

// One CUDA block a scan. Sums begin anew at each restart. Where there are many restarts a thread sums up a segment;
// where there are few the block does, each thread a part of it.
__global__ void __launch_bounds__(kJpegThreads) dc_kernel(JpegMemory m, uint32_t scans) {
  __shared__ uint32_t room[8];
  for (uint32_t n = blockIdx.x; n < scans; n += gridDim.x) {
    const JpegScanWork& s = m.scans[n];
    const uint16_t* positions = m.positions + n * kJpegPositions;
    const uint32_t mcus = __syncthreads_or(m.status[s.image] != 0) ? 0 : s.needed_mcus;
    const bool many = s.segments >= 32;
    for (uint32_t k = many ? threadIdx.x : 0; k * s.segment_mcus < mcus; k += many ? kJpegThreads : 1) {
      const uint32_t begin = k * s.segment_mcus;
      const uint32_t end = begin + s.segment_mcus < mcus ? begin + s.segment_mcus : mcus;
      Sums sums = {};
      if (many) {
        sum_dc(m, s, positions, begin, end, true, sums);
        continue;
      }
      const uint32_t each = (end - begin + kJpegThreads - 1) / kJpegThreads;
      const uint32_t from = begin + each * threadIdx.x < end ? begin + each * threadIdx.x : end;
      const uint32_t to = from + each < end ? from + each : end;
      sum_dc(m, s, positions, from, to, false, sums);
      PENSTOCK_UNROLL
      for (uint32_t c = 0; c < kJpegComponents; ++c) {
        uint32_t total;
        sums.of[c] = static_cast<int32_t>(sum_before(static_cast<uint32_t>(sums.of[c]), room, total));
      }
      sum_dc(m, s, positions, from, to, true, sums);
    }
    __syncthreads();
  }
}

}  // namespace

void write_coefficients(const JpegLaunch& l) {
  const size_t tables =
      kJpegMcuBlocks * sizeof(JpegPlace) + kJpegPositions * sizeof(uint16_t) + table_bytes(l.most_entries);
  launch_synced(write_kernel, l.grid(l.writes.count), dim3(kJpegThreads), tables + kJpegThreads * kRow * 4, l.stream,
                l.memory, l.writes);
  JpegMemory part = l.memory;
  part.scans += l.first_scan;
  part.positions += size_t{l.first_scan} * kJpegPositions;
  launch_synced(dc_kernel, l.grid(l.scans), dim3(kJpegThreads), 0, l.stream, part, l.scans);
}

}  // namespace penstock::gpu
