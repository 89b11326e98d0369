// shapes on the CPU. setup() knows the values.
#include "core/dispatch.h"
#include "core/op.h"
#include "generated/ops/shapes.h"

namespace penstock::ops {
namespace {

void setup(const ShapesArgs& a, SampleSetup& s, Shape& shape) {
  shape = s.in[0].shape;
  s.out[0].dtype = a.dtype;
  s.out[0].shape = {shape.ndim};
}

void run(const ShapesArgs&, SampleRun& s, Shape& shape) {
  const TensorView& out = s.out[0];
  dispatch(out.dtype, [&](auto zero) {
    for (int d = 0; d < shape.ndim; ++d) out.as<decltype(zero)>()[d] = convert<decltype(zero)>(shape[d]);
  });
}

}  // namespace

PENSTOCK_CPU_OP(shapes, ShapesArgs, Shape, setup, run, kNone)

}  // namespace penstock::ops
