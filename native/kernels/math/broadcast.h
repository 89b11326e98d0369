// Broadcasting: the common shape of up to three operands, and a reader that gives one of them block by block, as if it
// had that shape, in the dtype that the kernel computes in. Dense operands and short repeated ones (a scalar, a value
// per channel), which are the common cases, cost no work per element beyond the promotion.
#pragma once
#include <cstdint>

#include "core/scratch.h"
#include "core/tensor.h"
#include "kernels/math/loops.h"

namespace penstock::ops::math {

inline constexpr int kMaxOperands = 3;
// Most elements that a reader returns at once, few enough that all operands' blocks stay in the L1 cache.
inline constexpr int64_t kBlock = 1024;

// The output's shape and each operand's steps. Dimensions are merged where all operands allow it.
struct Walk {
  int ndim = 0;
  int64_t dim[abi::maxDims] = {};
  int64_t step[kMaxOperands][abi::maxDims] = {};  // element steps; 0 where the operand is repeated
  int64_t volume = 1;
};

// Broadcasts `out` with `in`, right-aligned; a dimension of 1 matches any. Returns false if the shapes do not match.
bool broadcast(Shape& out, const Shape& in);

Walk make_walk(const Shape& out, const TensorView* operands, int count);

class Reader {
 public:
  // Begins to read an operand. Takes a buffer from `scratch` if it needs one. `walk` must outlive the reader.
  void open(const Walk& walk, int operand, const TensorView& tensor, DType dtype, Scratch& scratch);

  // Length of the pattern that repeats, if it is short; 0 otherwise. Blocks must then begin at its multiples.
  int64_t period() const { return filled_ ? period_ : 0; }
  // Returns elements [at, at + n) of the broadcast operand. n <= kBlock. The result is valid until the next call.
  const void* block(int64_t at, int64_t n);

 private:
  void gather(int64_t at, int64_t n);

  const Walk* walk_ = nullptr;
  const int64_t* step_ = nullptr;
  const uint8_t* data_ = nullptr;
  int64_t size_ = 0, out_size_ = 0;
  Loader load_ = nullptr;
  int64_t period_ = 1;  // the operand is dense over this many elements and repeats after them
  bool periodic_ = false, direct_ = false, filled_ = false;
  uint8_t* buffer_ = nullptr;
};

}  // namespace penstock::ops::math
