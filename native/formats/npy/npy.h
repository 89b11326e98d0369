// The header of a .npy file: which array follows it, and where. NumPy's format versions 1.0, 2.0 and 3.0: a magic
// number (6 bytes), the version (2), the length of a text (2 bytes in version 1, else 4), and the text, a dict of
// Python with the keys descr, fortran_order and shape. Read by readers.numpy and decoders.numpy.
#pragma once
#include "core/record_source.h"
#include "core/tensor.h"

namespace penstock::ops {

struct NpyArray {
  DType dtype = DType::uint8;
  bool fortran = false;  // the first dimension is the one whose elements are neighbours
  Shape shape;
  int64_t begin = 0;  // where the elements are in the source
};

// Reads the header; all elements lie in the source then. Throws BAD_SAMPLE for what is no .npy file, is damaged or cut
// off, and UNSUPPORTED for arrays that are no tensor: of another byte order or dtype, or with too many dimensions.
NpyArray read_npy_header(const RecordSource& source);

}  // namespace penstock::ops
