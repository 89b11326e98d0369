// reshape: the output is the input's memory under another shape.
#include "generated/ops/reshape.h"
#include "kernels/view/new_shape.h"

namespace penstock::ops {
namespace {

void setup(const ReshapeArgs& a, SampleSetup& s) { describe_view(a, s, s.in[0].dtype); }

}  // namespace

PENSTOCK_VIEW_OP(reshape, ReshapeArgs, setup, kReadsOthers)

}  // namespace penstock::ops
