// subscript: the output is a part of the input's memory.
#include "generated/ops/subscript.h"
#include "kernels/window/subscript_window.h"

namespace penstock::ops {
namespace {

void setup(const SubscriptArgs& a, SampleSetup& s) {
  const TensorView& in = s.in[0];
  const Subscript part = subscript_of(a, in);
  s.out[0] = subscript_out(part, in);
  if (!s.out[0].shape.volume()) return;
  int64_t step = dtype_size(in.dtype), offset = 0;
  for (int d = in.shape.ndim - 1; d >= 0; --d) {
    offset += part.window.anchor[d] * step;
    step *= in.shape[d];
  }
  s.view[0].offset = offset;
}

}  // namespace

PENSTOCK_VIEW_OP(subscript, SubscriptArgs, setup, kNone)

}  // namespace penstock::ops
