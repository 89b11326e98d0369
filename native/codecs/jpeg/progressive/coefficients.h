// Coefficients of a progressive JPEG, one row of MCUs after another: each row is decoded by all scans in turn, so no
// more than a row is ever in memory. Anything unusual in the data makes the decoder give up; libjpeg alone then decodes
// the image again and determines the result. An object belongs to one JpegPixels, hence to one thread.
#pragma once
#include "codecs/jpeg/progressive/kernels.h"

namespace penstock::codecs {

class Deadline;

class JpegCoefficients {
 public:
  // Reads what all scans of the image have, behind the header that jpeg_read_header() has read. Returns false for
  // images that libjpeg must decode: see read_scans(). Coefficients of `together` blocks will lie beside each other.
  // Memory comes from libjpeg's manager, whose errors jump.
  bool begin(j_decompress_ptr info, SimdLevel level, int together);
  int rows() const { return rows_; }  // of MCUs

  // Where the coefficients of a component's wanted blocks in a row of MCUs go, to places that are zero.
  struct Target {
    int16_t* to;      // the first wanted block of the first row of blocks
    ptrdiff_t pitch;  // coefficients from a row of blocks to the next
    bool wanted[4];   // which rows of blocks are
  };
  enum class End { done, unusual, late };
  // Decodes the next row of MCUs, of which columns [first, last] are wanted. `targets` are by component.
  End decode_row(const Target* targets, int first, int last, const Deadline&);
  // After the last row: whether the scans end there too.
  bool ended() const;

 private:
  struct Component {
    int h, v;           // blocks in an MCU
    int width, height;  // in blocks, without those that fill up MCUs
    uint64_t* found;    // as BlockRow::found, of a row of MCUs
  };
  bool decode_dc(JpegScan&, const Target*, int first, int last);
  bool decode_ac(JpegScan&, const Target&, int first, int last);
  int blocks_in_row(const Component& c) const { return columns_ * c.h; }

  const ScanKernels* kernels_ = nullptr;
  BlockLayout layout_ = {};
  JpegScanList list_;
  Component components_[MAX_COMPS_IN_SCAN] = {};
  int count_ = 0;  // of components
  int columns_ = 0, rows_ = 0, row_ = 0;
  int since_look_ = 0;  // blocks that were decoded since the clock was read
};

}  // namespace penstock::codecs
