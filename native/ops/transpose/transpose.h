// The state of a transposition that setup() makes, for CPU and GPU.
#pragma once
#include "core/tensor.h"

namespace penstock::ops {

struct TransposeState {
  int ndim = 0;                      // number of dimensions, after merging those that stay neighbours
  int64_t shape[abi::maxDims] = {};  // of the output
  int64_t step[abi::maxDims] = {};   // element steps through the input, per dimension of the output
};

}  // namespace penstock::ops
