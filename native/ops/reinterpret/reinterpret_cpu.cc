// reinterpret: the output is the input's memory with another dtype and shape.
#include "generated/ops/reinterpret.h"
#include "kernels/view/new_shape.h"

namespace penstock::ops {
namespace {

void setup(const ReinterpretArgs& a, SampleSetup& s) {
  using A = ReinterpretArgs;
  describe_view(a, s, a.has(A::kDtype) ? a.dtype : s.in[0].dtype);
}

}  // namespace

PENSTOCK_VIEW_OP(reinterpret, ReinterpretArgs, setup, kReadsOthers)

}  // namespace penstock::ops
