// Copies in which every output element is one input element, found by steps along each dimension, or a fill value:
// windows, mirror images, transpositions. One launch for the whole batch.
#pragma once
#include <vector>

#include "cuda/gpu_op.h"
#include "kernels/window/window.h"

namespace penstock::gpu {

struct StridedCopy {
  struct Dim {
    int64_t size = 1;                // of the output
    int64_t step = 0;                // through the input, in elements
    int64_t anchor = 0, extent = 0;  // the input's place under the first, and its places; only where `bounded`
    bool bounded = false;            // places may lie outside the input
    bool channel = false;            // fill values are one per place of this dimension
  };
  const void* in = nullptr;  // the element under the first place of every dimension that is not bounded
  void* out = nullptr;
  DType in_dtype = DType::uint8, out_dtype = DType::uint8;
  ops::Bounds policy = ops::Bounds::error;
  int ndim = 0;
  int64_t volume = 0;  // of the output; the functions below set it
  Dim dim[abi::maxDims];

  // Adds the next dimension, from the outermost on; one that goes on where the last one ends becomes part of it.
  void add(Dim d);
  void set_in(const TensorView& t, int64_t element) {
    in = t.as<const uint8_t>() + element * dtype_size(t.dtype);
    in_dtype = t.dtype;
  }
};

// Dtypes that differ are converted as by crop and slice: clamped, fractions dropped. `fill` holds values for all
// samples: one, or one per channel. Samples of one batch have one dtype each way.
void strided_copy(Context& ctx, std::vector<StridedCopy>& samples, const float* fill = nullptr, int fills = 0);

}  // namespace penstock::gpu
