// peekImageShape on the CPU. setup() already knows the values, from the file's header.
#include "core/dispatch.h"
#include "generated/ops/peek_image_shape.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::ops {
namespace {

void setup(const PeekImageShapeArgs& a, SampleSetup& s, Shape& shape) {
  codecs::DecodeSpec spec;
  spec.type = a.image_type;
  spec.adjust_orientation = a.adjust_orientation;
  shape = codecs::decoded_shape(codecs::peek(encoded_input(s.in[0])), spec);
  s.out[0].dtype = a.dtype;
  s.out[0].shape = {3};
}

void run(const PeekImageShapeArgs&, SampleRun& s, Shape& shape) {
  const TensorView& out = s.out[0];
  dispatch(out.dtype, [&](auto zero) {
    for (int d = 0; d < 3; ++d) out.as<decltype(zero)>()[d] = convert<decltype(zero)>(shape[d]);
  });
}

}  // namespace

PENSTOCK_CPU_OP(peek_image_shape, PeekImageShapeArgs, Shape, setup, run, kReadsInput)

}  // namespace penstock::ops
