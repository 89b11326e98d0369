// FITS files, version 4.0 of the standard: header-data units (HDUs) one after the other. A header is cards of 80
// characters up to END, padded to a multiple of 2,880 bytes; its data, padded alike, is big-endian, and the first axis
// is the one whose elements are neighbours.
#pragma once
#include "core/record_source.h"
#include "core/scratch.h"
#include "core/tensor.h"

namespace penstock::ops {

// An image in an HDU.
struct FitsImage {
  int bitpix = 8;              // bits of an integer that is stored, or -32 and -64 for floats
  double scale = 1, zero = 0;  // BSCALE and BZERO: a value is scale * stored + zero
  DType dtype = DType::uint8;  // that has all values
  Shape shape;
  int64_t begin = 0;  // where its elements are in the file
};

// Finds the image in HDU `number`, which counts from 1; all its elements are in the file. Throws BAD_SAMPLE for a file
// that is damaged, cut off, or has fewer HDUs, and UNSUPPORTED for an HDU that is no image, or one with more than 6
// axes.
FitsImage find_fits_image(const RecordSource& file, int64_t number);

// Fills `out`, which has the image's dtype and shape.
void read_fits_image(const RecordSource& file, const FitsImage& image, const TensorView& out, Scratch& scratch);

}  // namespace penstock::ops
