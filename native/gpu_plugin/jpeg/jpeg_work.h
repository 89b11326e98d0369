// What the kernels know of the images and scans of one launch: descriptors, made by jpeg_decoder.cu on the host and
// uploaded in one piece. "First ..." is an index into memory that all scans or images of the launch share.
#pragma once
#include <cstdint>

#include "gpu_plugin/decode_window.h"
#include "gpu_plugin/jpeg/huffman_layout.h"
#include "gpu_plugin/jpeg/jpeg_plan.h"

namespace penstock::gpu {

// A scan's bits are cut into pieces ("subsequences"), each of which one thread decodes.
inline constexpr uint32_t kSubBits = 512;
// Bytes of a file that a CUDA block unstuffs, 16 a thread.
inline constexpr uint32_t kChunk = 4096;
// Places of a scan's coefficients in their blocks, by component and zigzag index.
inline constexpr uint32_t kJpegPositions = 64 * kJpegComponents;
// Zero bytes behind a scan's bits: a thread reads up to four words past the end.
inline constexpr uint32_t kTail = 32;

// Dequantised coefficients of a column, added up without signs. Up to this sum libjpeg's arithmetic in 16 and in 32
// bits cannot overflow: a one-dimensional transform multiplies by up to 1.387 * 4, and adds two of its results in 16
// bits. 8-bit samples reach 2,874.
inline constexpr int kMaxColumn = 2953;

// Why the kernels could not prove that an image is sound; bits of its status.
enum JpegDoubt : uint32_t {
  kNoEnd = 1,       // a marker other than EOI ends the data, or none
  kRestarts = 2,    // restart markers that are missing, too many, or out of order
  kBlockCount = 4,  // too few or too many blocks
  kBadCode = 8,     // a code that the table does not have, or a position past the block's end
  kLeftBits = 16,   // the data goes on behind the last block, or ends before it
  kRange = 32,      // coefficients that no image of 8 bits has
};

// The place of a block of an MCU. Blocks of [x0, x0 + w) x [y0, y0 + h) in their component are kept.
struct alignas(16) JpegPlace {
  uint16_t h, v, dx, dy;  // blocks of the component in an MCU; where in the MCU this one stands
  int32_t x0, y0, w, h_kept;
  uint32_t first;      // index of the block (x0, y0) among the kept blocks
  uint32_t component;  // of the scan
};

struct alignas(16) JpegScanWork {
  int64_t raw;           // of the bytes in device memory; a multiple of 16
  uint32_t lead, bytes;  // the scan's data begins at `lead`; `bytes` counts from `raw`
  uint32_t first_word;   // of the unstuffed bits
  uint32_t first_chunk, chunks;
  uint32_t first_sub;                // a multiple of 4
  uint32_t first_segment, segments;  // between restart markers
  uint32_t segment_mcus, mcus, row_mcus, mcu_blocks;
  uint32_t needed_mcus;                     // what comes behind them is of no use
  uint32_t first_dc, first_entry, entries;  // of Huffman tables
  uint32_t first_border;                    // of synchronise_kernel's CUDA blocks
  uint32_t image;
  uint32_t must_end;  // the marker behind the data must be EOI
  uint32_t components;
  struct Table {
    int64_t raw;                   // of the 16 counts, in device memory
    int32_t index;                 // of its first entry in the scan's
    uint32_t longer;               // see HuffmanLayout
  } table[kJpegComponents][2];     // DC and AC of each component
  int64_t quant[kJpegComponents];  // in device memory
  uint32_t quant16[kJpegComponents];
  JpegPlace place[kJpegMcuBlocks];
};

// What the kernels of jpeg_prepare.cu find out about a scan.
struct JpegScanState {
  uint32_t end;   // position of the marker that ends the data, from `raw`
  uint32_t bits;  // unstuffed
  uint32_t subs;
  uint32_t pad;
};

// How a component's samples become those of a pixel; libjpeg's names.
enum class JpegUpsampling : uint32_t { box, h2v1, h1v2, h2v2 };

struct JpegPlane {
  int32_t x0, y0, w, h;                     // kept blocks
  uint32_t first;                           // kept block
  uint32_t first_dc, row_mcus, mcu_blocks;  // of the scan
  uint32_t mcu_h, mcu_v, mcu_first;         // the component's blocks in an MCU
  int32_t samples_w, samples_h;             // without padding
  int32_t step_x, step_y;                   // pixels a sample
  JpegUpsampling upsampling;
};

struct JpegImageWork {
  JpegPlane plane[kJpegComponents];
  DecodeWindow window;  // `from` is not used
  JpegColor color;
  bool adobe;
  uint8_t components;  // that are transformed: one for gray, unless it is made of RGB
  uint32_t groups;     // of eight pixels in a row, for the kind of image that has a kernel of its own; else 0
};

// A thread block's work: `part` of a scan or plane.
struct JpegItem {
  uint32_t of, part;
};

// Memory of one launch, all on the device.
struct JpegMemory {
  const uint8_t* raw;
  const JpegScanWork* scans;
  const JpegImageWork* images;
  JpegScanState* states;   // by scan
  uint32_t* status;        // by image: JpegDoubt
  uint16_t* entries;       // Huffman tables
  uint16_t* positions;     // kJpegPositions a scan: position in the block | quantisation << 6
  uint32_t* chunk_counts;  // kept bytes | restart markers << 16
  uint32_t* words;
  uint32_t *segment_byte, *segment_sub;
  uint32_t *exits, *blocks_before;  // by subsequence
  uint16_t* border;                 // the state that a CUDA block of synchronise_kernel began with
  int16_t *coefficients, *dc;
  uint8_t* planes;
};

}  // namespace penstock::gpu
