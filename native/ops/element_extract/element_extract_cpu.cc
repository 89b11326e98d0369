// elementExtract: the outputs are slices of the input's memory along its first axis.
#include "core/op.h"
#include "generated/ops/element_extract.h"

namespace penstock::ops {
namespace {

void setup(const ElementExtractArgs& a, SampleSetup& s) {
  const TensorView& in = s.in[0];
  if (!in.shape.ndim || (!in.layout.empty() && in.layout.name[0] != 'F')) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected a sequence (a layout that begins with F) but received %d dimensions, layout '%s'", in.shape.ndim,
         in.layout.name);
  }
  for (int o = 0; o < s.num_outputs; ++o) {
    const int place = a.element_map[o];
    if (place >= in.shape[0]) {
      fail(ErrorCode::INVALID_INPUT, "Expected a sequence of at least %lld elements but received one of %lld",
           place + 1LL, static_cast<long long>(in.shape[0]));
    }
    OutSpec& out = s.out[o];
    out.dtype = in.dtype;
    out.shape.ndim = in.shape.ndim - 1;
    for (int d = 0; d < out.shape.ndim; ++d) out.shape[d] = in.shape[d + 1];
    if (!in.layout.empty()) out.layout = Layout(in.layout.view().substr(1));
    s.view[o].offset = place * out.bytes();
  }
}

}  // namespace

PENSTOCK_VIEW_OP(element_extract, ElementExtractArgs, setup, kNone)

}  // namespace penstock::ops
