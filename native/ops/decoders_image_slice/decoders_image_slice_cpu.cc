// decoders.imageSlice on the CPU.
#include "generated/ops/decoders_image_slice.h"
#include "kernels/decode/decoder_op.h"
#include "kernels/window/slice_window.h"

namespace penstock::ops {
namespace {

void setup(const DecodersImageSliceArgs& a, SampleSetup& s, DecodeState& state) {
  const codecs::DecodeSpec spec = setup_whole(a, s, state);
  if (s.num_inputs == 2)
    fail(ErrorCode::INVALID_INPUT, "Expected both anchor and shape as inputs but received one of them");
  const bool positional = s.num_inputs > 2;
  // The channels cannot be sliced: the window must contain all of them.
  const Shape& whole = s.out[0].shape;
  const Window w =
      slice_window(a, whole, s.out[0].layout, positional ? s.in + 1 : nullptr, positional ? s.in + 2 : nullptr);
  if (w.anchor[2] != 0 || w.shape[2] != whole[2]) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected axes of height and width but received the channels' as well");
  }
  setup_window(s, state, spec, w);
}

}  // namespace

PENSTOCK_DECODER_OP(decoders_image_slice, DecodersImageSliceArgs, setup)

}  // namespace penstock::ops
