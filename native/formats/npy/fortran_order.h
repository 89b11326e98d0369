// Turns elements in Fortran order into C order.
#pragma once
#include "core/tensor.h"

namespace penstock::ops {

// Writes a dense tensor of this shape in C order; neighbours along dimension d are step[d] elements of `size` bytes
// apart in `from`. It is fast where step[0] is 1, as in Fortran order.
void gather_fortran(const uint8_t* from, const int64_t* step, const Shape& shape, int64_t size, uint8_t* to);

}  // namespace penstock::ops
