// reshape: the output is the input's memory under another shape.
#include "generated/ops/reshape.h"
#include "kernels/view/new_shape.h"

namespace penstock::ops {
namespace {

void setup(const ReshapeArgs& a, SampleSetup& s) {
  const bool asked = a.has(ReshapeArgs::kShape) || a.has(ReshapeArgs::kRelShape) || a.has(ReshapeArgs::kSrcDims) ||
                     a.has(ReshapeArgs::kLayout) || s.num_inputs > 1;
  if (!asked) fail(ErrorCode::INVALID_ARGUMENT, "Expected a new shape or layout but received none");
  describe_view(a, s, s.in[0].dtype);
}

}  // namespace

PENSTOCK_VIEW_OP(reshape, ReshapeArgs, setup, kReadsOthers)

}  // namespace penstock::ops
