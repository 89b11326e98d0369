// Reads a JPEG's header without libjpeg: fast enough for setup, and without allocations.
#pragma once
#include "codecs/codec.h"

namespace penstock::codecs {

// Sampling factors by component, and the largest of them.
struct SamplingFactors {
  int h[4] = {1, 1, 1, 1}, v[4] = {1, 1, 1, 1};
  int most_h = 1, most_v = 1;
};

struct JpegHeader {
  Header header;
  SamplingFactors sampling;
  bool progressive = false, arithmetic = false;
  size_t scan = 0;  // offset of the first scan's entropy-coded data
};

// Walks the markers up to the first scan. Throws BAD_SAMPLE, or UNSUPPORTED for coding processes that libjpeg lacks.
JpegHeader read_jpeg_header(Bytes);

inline Header peek_jpeg(Bytes bytes) { return read_jpeg_header(bytes).header; }

}  // namespace penstock::codecs
