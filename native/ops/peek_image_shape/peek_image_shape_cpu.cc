// peekImageShape on the CPU. setup() already knows the values, from the file's header.
#include "core/dispatch.h"
#include "generated/ops/peek_image_shape.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::ops {
namespace {

void setup(const PeekImageShapeArgs& a, SampleSetup& s, Shape& shape) {
  const bool wide = a.dtype == DType::int32 || a.dtype == DType::uint32 || a.dtype == DType::int64 ||
                    a.dtype == DType::uint64 || a.dtype == DType::float32 || a.dtype == DType::float64;
  if (!wide) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected int32, uint32, int64, uint64, float32 or float64 for dtype but received %s", dtype_name(a.dtype));
  }
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
