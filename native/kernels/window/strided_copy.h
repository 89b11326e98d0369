// Copies in which every output element is either one input element, found by steps along each dimension, or a fill
// value: windows, mirror images, transpositions. One launch copies the whole batch.
#pragma once
#include <vector>

#include "gpu_plugin/gpu_op.h"
#include "kernels/window/window.h"

namespace penstock::gpu {

struct StridedCopy {
  struct Dim {
    int64_t size = 1;  // extent of the output
    int64_t step = 0;  // element step through the input
    // Input coordinate of the first element, and the input's extent; only where `bounded`.
    int64_t anchor = 0, extent = 0;
    bool bounded = false;  // coordinates may lie outside the input
    bool channel = false;  // there is one fill value per position along this dimension
  };
  // The element at coordinate 0 of bounded dimensions and at the first coordinate of all others.
  const void* in = nullptr;
  void* out = nullptr;
  DType in_dtype = DType::uint8, out_dtype = DType::uint8;
  ops::Bounds policy = ops::Bounds::error;
  int ndim = 0;
  int64_t volume = 0;  // elements of the output; the functions below set it
  Dim dim[abi::maxDims];

  // Adds the next dimension, outermost first. Merges it with the one before where both can be walked as one.
  void add(Dim d);
  void set_in(const TensorView& t, int64_t element) {
    in = t.as<const uint8_t>() + element * dtype_size(t.dtype);
    in_dtype = t.dtype;
  }
};

// Queues the copies. Where the dtypes differ, values are converted as by crop and slice: clamped, fractions dropped.
// `fill` holds one value, or one per channel, for all samples. All samples have the same input and output dtype.
void strided_copy(Context& ctx, std::vector<StridedCopy>& samples, const float* fill = nullptr, int fills = 0);

}  // namespace penstock::gpu
