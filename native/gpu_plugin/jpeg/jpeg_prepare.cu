// Makes of a file's bytes what the decoding kernels read: Huffman tables, bits without stuffing and markers, and the
// places where segments begin.
#include "gpu_plugin/jpeg/jpeg_kernels.h"

namespace penstock::gpu {
namespace {

// Transposed, so that a thread of the inverse transform loads a column in one piece.
__device__ const uint8_t kZigzag[64] = {0,  8,  1,  2,  9,  16, 24, 17, 10, 3,  4,  11, 18, 25, 32, 40,
                                        33, 26, 19, 12, 5,  6,  13, 20, 27, 34, 41, 48, 56, 49, 42, 35,
                                        28, 21, 14, 7,  15, 22, 29, 36, 43, 50, 57, 58, 51, 44, 37, 30,
                                        23, 31, 38, 45, 52, 59, 60, 53, 46, 39, 47, 54, 61, 62, 55, 63};

__global__ void expand_kernel(const uint32_t* first, uint32_t units, JpegItem* items, uint32_t count) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  uint32_t low = 0, high = units;
  while (high - low > 1) {
    const uint32_t middle = (low + high) / 2;
    if (first[middle] <= i) {
      low = middle;
    } else {
      high = middle;
    }
  }
  items[i] = {low, i - first[low]};
}

__global__ void __launch_bounds__(kJpegThreads) tables_kernel(JpegMemory m, uint32_t scans) {
  for (uint32_t i = blockIdx.x; i < scans; i += gridDim.x) {
    const JpegScanWork& s = m.scans[i];
    if (threadIdx.x == 0) {
      m.states[i] = {s.bytes, 0, 0, 0};
      if (i == 0 || m.scans[i - 1].image != s.image) m.status[s.image] = 0;
    }
    for (uint32_t k = threadIdx.x; k < s.components * 64; k += blockDim.x) {
      const uint32_t c = k >> 6, z = k & 63;
      const uint8_t* table = m.raw + s.quant[c];
      const uint32_t value = s.quant16[c] ? table[2 * z] << 8 | table[2 * z + 1] : table[z];
      m.positions[i * kJpegPositions + k] = static_cast<uint16_t>(kZigzag[z] | value << 6);
    }
    // Tables are loaded 16 bytes at a time.
    const uint32_t padding = (8 - s.entries % 8) % 8;
    if (threadIdx.x < padding) m.entries[s.first_entry + s.entries + threadIdx.x] = 0;
    for (uint32_t t = 0; t < 2 * s.components; ++t) {
      const JpegScanWork::Table& table = s.table[t >> 1][t & 1];
      bool again = false;  // another component has the same table
      for (uint32_t u = t & 1; u < t; u += 2) again |= s.table[u >> 1][u & 1].raw == table.raw;
      if (again) continue;
      const uint8_t* counts = m.raw + table.raw;
      const uint32_t looks = table.longer >> (16 - kLookBits), entries = looks + 65536 - table.longer;
      uint16_t* to = m.entries + s.first_entry + table.index;
      for (uint32_t k = threadIdx.x; k < entries; k += blockDim.x) {
        const uint32_t bits = k < looks ? k << (16 - kLookBits) : k - looks + table.longer;
        to[k] = huffman_entry(counts, t & 1, bits);
      }
    }
  }
}

// What a thread finds in its 16 bytes.
struct Found {
  uint32_t keep;     // bits: bytes that belong to the data
  uint32_t restart;  // bits: bytes 0xff that begin a restart marker
  uint32_t end;      // position of the first other marker; the scan's end if there is none
  uint8_t bytes[16];
};

__device__ __forceinline__ void look_at_bytes(const uint8_t* raw, const JpegScanWork& s, uint32_t at, Found& f) {
  f.keep = f.restart = 0;
  f.end = s.bytes;
  if (at >= s.bytes) return;
  const uint4 four = *reinterpret_cast<const uint4*>(raw + at);
  const uint32_t words[4] = {four.x, four.y, four.z, four.w};
  uint32_t before = at > s.lead ? raw[at - 1] : 0;
  const uint32_t behind = at + 16 < s.bytes ? raw[at + 16] : 0xff;
  PENSTOCK_UNROLL
  for (uint32_t i = 0; i < 16; ++i) {
    const uint32_t byte = words[i >> 2] >> 8 * (i & 3) & 255;
    f.bytes[i] = static_cast<uint8_t>(byte);
    if (at + i < s.lead) continue;
    const uint32_t after = at + i + 1 >= s.bytes ? 0xff
                           : i < 15              ? words[(i + 1) >> 2] >> 8 * ((i + 1) & 3) & 255
                                                 : behind;
    // What follows a byte 0xff is a stuffed zero or the number of a marker.
    const bool second = before == 0xff;
    before = byte;
    if (second || at + i >= s.bytes || at + i > f.end) continue;
    if (byte != 0xff || after == 0) {
      f.keep |= 1u << i;
    } else if (after >= 0xd0 && after <= 0xd7) {
      f.restart |= 1u << i;
    } else if (at + i < f.end) {
      f.end = at + i;
    }
  }
}

// The first marker that ends the data, as far as this chunk shows; drops what is behind it.
__device__ __forceinline__ uint32_t cut_at_end(Found& f, uint32_t at, uint32_t* least) {
  if (threadIdx.x == 0) *least = ~0u;
  __syncthreads();
  atomicMin(least, f.end);
  __syncthreads();
  const uint32_t end = *least;
  const uint32_t mine = end <= at ? 0 : end - at >= 16 ? 0xffff : (1u << (end - at)) - 1;
  f.keep &= mine;
  f.restart &= mine;
  return end;
}

__global__ void __launch_bounds__(kJpegThreads) count_kernel(JpegMemory m, JpegItems items) {
  __shared__ uint32_t room[8];
  __shared__ uint32_t least;
  for (uint32_t i = blockIdx.x; i < items.count; i += gridDim.x) {
    const JpegItem item = items.items[i];
    const JpegScanWork& s = m.scans[item.of];
    const uint32_t at = item.part * kChunk + threadIdx.x * 16;
    Found f;
    look_at_bytes(m.raw + s.raw, s, at, f);
    const uint32_t end = cut_at_end(f, at, &least);
    uint32_t total;
    sum_before(static_cast<uint32_t>(__popc(f.keep)) | static_cast<uint32_t>(__popc(f.restart)) << 16, room, total);
    if (threadIdx.x != 0) continue;
    m.chunk_counts[s.first_chunk + item.part] = total;
    if (end < s.bytes) atomicMin(&m.states[item.of].end, end);
  }
}

// Sums up the counts of the chunks before `chunk`.
__device__ __forceinline__ void sum_chunks(const JpegMemory& m, const JpegScanWork& s, uint32_t chunk, uint32_t* room,
                                           uint32_t& kept, uint32_t& restarts) {
  uint32_t bytes = 0, markers = 0;
  for (uint32_t k = threadIdx.x; k < chunk; k += blockDim.x) {
    const uint32_t count = m.chunk_counts[s.first_chunk + k];
    bytes += count & 0xffff;
    markers += count >> 16;
  }
  sum_before(bytes, room, kept);
  sum_before(markers, room, restarts);
}

__global__ void __launch_bounds__(kJpegThreads) unstuff_kernel(JpegMemory m, JpegItems items) {
  __shared__ uint32_t room[8];
  __shared__ uint32_t least;
  __shared__ uint8_t bytes[kChunk];
  for (uint32_t i = blockIdx.x; i < items.count; i += gridDim.x) {
    const JpegItem item = items.items[i];
    const JpegScanWork& s = m.scans[item.of];
    if (item.part * kChunk >= m.states[item.of].end) continue;
    const uint32_t at = item.part * kChunk + threadIdx.x * 16;
    uint32_t kept, restarts, total;
    sum_chunks(m, s, item.part, room, kept, restarts);
    Found f;
    look_at_bytes(m.raw + s.raw, s, at, f);
    cut_at_end(f, at, &least);
    const uint32_t mine = static_cast<uint32_t>(__popc(f.keep)) | static_cast<uint32_t>(__popc(f.restart)) << 16;
    const uint32_t before = sum_before(mine, room, total);
    uint32_t to = before & 0xffff, number = restarts + (before >> 16);
    for (uint32_t k = 0; k < 16; ++k) {
      if (f.keep >> k & 1) {
        bytes[to++] = f.bytes[k];
      } else if (f.restart >> k & 1) {
        const uint32_t name = m.raw[s.raw + at + k + 1] & 7;
        if (name != (number & 7) || number + 1 >= s.segments) {
          atomicOr(&m.status[s.image], static_cast<uint32_t>(kRestarts));
        } else {
          m.segment_byte[s.first_segment + number + 1] = kept + to;
        }
        ++number;
      }
    }
    __syncthreads();
    // Bits are read in words whose first byte is the highest.
    uint8_t* out = reinterpret_cast<uint8_t*>(m.words + s.first_word);
    for (uint32_t k = threadIdx.x; k < (total & 0xffff); k += blockDim.x) out[(kept + k) ^ 3] = bytes[k];
    __syncthreads();
  }
}

// Places the segments' subsequences one after the other. One CUDA block a scan.
__global__ void __launch_bounds__(kJpegThreads) segments_kernel(JpegMemory m, uint32_t scans) {
  __shared__ uint32_t room[8];
  for (uint32_t i = blockIdx.x; i < scans; i += gridDim.x) {
    const JpegScanWork& s = m.scans[i];
    JpegScanState& state = m.states[i];
    uint32_t* segment_byte = m.segment_byte + s.first_segment;
    uint32_t* segment_sub = m.segment_sub + s.first_segment;
    const uint32_t end = state.end;
    uint32_t kept, restarts;
    const uint32_t chunks = (end + kChunk - 1) / kChunk;
    sum_chunks(m, s, chunks < s.chunks ? chunks : s.chunks, room, kept, restarts);
    // The image's other scans may set it now, and all threads must decide alike.
    uint32_t doubt = __syncthreads_or((m.status[s.image] & kRestarts) != 0) ? uint32_t{kRestarts} : 0;
    if (restarts + 1 != s.segments) doubt |= kRestarts;
    if (end + 1 >= s.bytes || (s.must_end && m.raw[s.raw + end + 1] != 0xd9)) doubt |= kNoEnd;
    if (threadIdx.x == 0) {
      segment_byte[0] = 0;
      segment_byte[s.segments] = kept;
    }
    __syncthreads();
    uint32_t subs = 0;
    for (uint32_t from = 0; from < s.segments && !doubt; from += blockDim.x) {
      const uint32_t k = from + threadIdx.x;
      uint32_t mine = 0, total;
      if (k < s.segments) mine = ((segment_byte[k + 1] - segment_byte[k]) * 8 + kSubBits - 1) / kSubBits;
      const bool empty = k < s.segments && !mine;
      const uint32_t before = sum_before(mine, room, total);
      if (k < s.segments) segment_sub[k] = subs + before;
      subs += total;
      if (__syncthreads_or(empty)) doubt |= kRestarts;
    }
    for (uint32_t k = threadIdx.x; k < kTail; k += blockDim.x) {
      reinterpret_cast<uint8_t*>(m.words + s.first_word)[(kept + k) ^ 3] = 0;
    }
    if (threadIdx.x == 0) {
      segment_sub[s.segments] = subs;
      state.bits = kept * 8;
      state.subs = doubt ? 0 : subs;
      if (doubt) atomicOr(&m.status[s.image], doubt);
    }
    __syncthreads();
  }
}

}  // namespace

void expand_items(const JpegLaunch& l, const uint32_t* first, uint32_t units, JpegItem* items, uint32_t count) {
  launch(expand_kernel, dim3((count + kJpegThreads - 1) / kJpegThreads), dim3(kJpegThreads), l.stream, first, units,
         items, count);
}

void prepare_bits(const JpegLaunch& l) {
  const dim3 threads(kJpegThreads);
  launch_synced(tables_kernel, l.grid(l.scans), threads, 0, l.stream, l.memory, l.scans);
  launch_synced(count_kernel, l.grid(l.chunks.count), threads, 0, l.stream, l.memory, l.chunks);
  launch_synced(unstuff_kernel, l.grid(l.chunks.count), threads, 0, l.stream, l.memory, l.chunks);
  launch_synced(segments_kernel, l.grid(l.scans), threads, 0, l.stream, l.memory, l.scans);
}

}  // namespace penstock::gpu
