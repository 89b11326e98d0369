// decoders.imageCrop on the CPU.
#include "generated/ops/decoders_image_crop.h"
#include "kernels/decode/decoder_op.h"
#include "kernels/window/crop_window.h"

namespace penstock::ops {
namespace {

void setup(const DecodersImageCropArgs& a, SampleSetup& s, DecodeState& state) {
  const codecs::DecodeSpec spec = setup_whole(a, s, state);
  setup_window(s, state, spec, crop_window(a, s.out[0].shape, s.out[0].layout), " for crop");
}

}  // namespace

PENSTOCK_DECODER_OP(decoders_image_crop, DecodersImageCropArgs, setup)

}  // namespace penstock::ops
