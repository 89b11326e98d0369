// What the host finds out about a JPEG file before kernels decode it: its frame, and where its scans and tables lie in
// the file. The markers are read once; the file's entropy-coded data is not touched, except to find the later scans of
// a file that has several.
#pragma once
#include <cstdint>

namespace penstock::gpu {

inline constexpr int kJpegComponents = 4;
// Blocks of an MCU, by ITU-T T.81 B.2.3.
inline constexpr int kJpegMcuBlocks = 10;

enum class JpegColor : uint8_t { gray, ycbcr, rgb, cmyk, ycck };

struct JpegComponent {
  uint8_t h, v;   // sampling factors
  bool quant16;   // the quantisation table has 16-bit values
  int64_t quant;  // offset in the file of the 64 values, in zigzag order
};

struct JpegScan {
  int64_t from,
      to;     // the entropy-coded data is in these bytes of the file, and ends at the first marker other than RSTn
  bool last;  // that marker is EOI
  uint8_t components;                                // of the scan
  uint8_t component[kJpegComponents];                // their numbers in the frame
  int32_t restart;                                   // MCUs between restart markers; 0: none
  int64_t dc[kJpegComponents], ac[kJpegComponents];  // offsets in the file of the 16 counts, by component of the scan
};

struct JpegPlan {
  int32_t width, height;
  JpegColor color;
  bool adobe;  // CMYK values are stored as complements
  uint8_t components, scans;
  JpegComponent component[kJpegComponents];
  JpegScan scan[kJpegComponents];
};

// Fills `plan`, or returns why kernels must not decode the file. What is unusual is refused, because the CPU decides
// what is wrong with it: progressive and arithmetic coding, tables that libjpeg rejects, markers out of their order.
// Takes about a microsecond, and allocates nothing. `data` must have 4 bytes or more.
const char* plan_jpeg(const uint8_t* data, int64_t size, JpegPlan* plan);

}  // namespace penstock::gpu
