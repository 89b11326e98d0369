// perFrame: the output is the input's memory with a layout that begins with F.
#include "core/op.h"
#include "generated/ops/per_frame.h"

namespace penstock::ops {
namespace {

void setup(const PerFrameArgs& a, SampleSetup& s) {
  const TensorView& in = s.in[0];
  if (!in.shape.ndim) fail(ErrorCode::INVALID_INPUT, "Expected at least one dimension, of frames, but received none");
  if (!in.layout.empty() && in.layout.name[0] != 'F' && !a.replace) {
    fail(ErrorCode::INVALID_INPUT, "Expected a layout that begins with F, or replace: true, but received '%s'",
         in.layout.name);
  }
  OutSpec& out = s.out[0];
  out = in;
  if (in.layout.empty()) {
    for (int d = 1; d < in.shape.ndim; ++d) out.layout.name[d] = '*';
  }
  out.layout.name[0] = 'F';
}

}  // namespace

PENSTOCK_VIEW_OP(per_frame, PerFrameArgs, setup, kNone)

}  // namespace penstock::ops
