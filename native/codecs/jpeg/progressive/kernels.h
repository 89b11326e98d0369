// Entropy decoding of a row of blocks by one scan of a progressive JPEG. One table of functions for CPUs with BMI2, and
// one for all.
#pragma once
#include "codecs/jpeg/progressive/scans.h"
#include "core/cpu.h"

namespace penstock::codecs {

// Where the coefficients of wanted blocks go: as JpegHuffman puts them, 1 << shift blocks beside each other, row by
// row.
struct BlockLayout {
  int shift;
  const uint8_t* places;  // by zigzag index, in a block
};

// A row of blocks of one component. Only those in [first, end) are wanted, `to` has the first of them.
struct BlockRow {
  BlockLayout layout;
  uint64_t* found;  // by block: its coefficients that are not 0, the first one in the top bit
  int count, first, end;
  int16_t* to;
};

// A row of MCUs. Block b of column x is block (x - first) * step + offset after `to`; null: it is not wanted.
struct McuRow {
  struct Block {
    int component;  // of the scan
    int16_t* to;
    int step, offset;
  };
  BlockLayout layout;
  Block block[D_MAX_BLOCKS_IN_MCU];
  int blocks, columns, first, end;
};

// They return false when the data is unusual.
struct ScanKernels {
  bool (*dc)(JpegScan&, const McuRow&);
  bool (*refine_dc)(JpegScan&, const McuRow&);
  bool (*ac)(JpegScan&, const BlockRow&);
  bool (*refine_ac)(JpegScan&, const BlockRow&);
};

// The kernels of the level, or of the best one below it that the machine has.
const ScanKernels& scan_kernels(SimdLevel level);

// Null where the machine lacks the instructions, or takes long for them.
const ScanKernels* bmi2_scan_kernels();

}  // namespace penstock::codecs
