// Conversion of a tensor to another dtype, as by the operator cast: with convert() of core/dispatch.h.
#pragma once
#include "core/tensor.h"

namespace penstock::ops {

// Fills `out`, of the same number of elements, from `in`.
void cast_elements(const TensorView& in, const TensorView& out);

}  // namespace penstock::ops
