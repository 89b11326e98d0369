// squeeze: the output is the input's memory without some of its dimensions.
#include "core/op.h"
#include "generated/ops/squeeze.h"
#include "kernels/reduce/axes.h"

namespace penstock::ops {
namespace {

void setup(const SqueezeArgs& a, SampleSetup& s) {
  const TensorView& in = s.in[0];
  uint32_t gone = 0;
  named_axes(a, in, gone);
  OutSpec& out = s.out[0];
  out.dtype = in.dtype;
  for (int d = 0; d < in.shape.ndim; ++d) {
    if (gone >> d & 1) continue;
    out.layout.name[out.shape.ndim] = in.layout.name[d];
    out.shape[out.shape.ndim++] = in.shape[d];
  }
  // As in DALI, an empty tensor may lose an extent of 0 as long as it stays empty.
  if (out.shape.volume() == in.shape.volume()) return;
  for (int d = 0; d < in.shape.ndim; ++d) {
    if (!(gone >> d & 1) || in.shape[d] == 1) continue;
    fail(ErrorCode::INVALID_INPUT, "Expected an extent of 1 on axis %d but received %lld", d,
         static_cast<long long>(in.shape[d]));
  }
}

}  // namespace

PENSTOCK_VIEW_OP(squeeze, SqueezeArgs, setup, kNone)

}  // namespace penstock::ops
