// What setup leaves of a transposition, for any device.
#pragma once
#include "core/tensor.h"

namespace penstock::ops {

struct TransposeState {
  int ndim = 0;                      // after merging dimensions that stay neighbours
  int64_t shape[abi::maxDims] = {};  // of the output
  int64_t step[abi::maxDims] = {};   // through the input, per dimension of the output
};

}  // namespace penstock::ops
