// decoders.imageCrop on the CPU.
#include "generated/ops/decoders_image_crop.h"
#include "ops/crop/crop_window.h"
#include "ops/decoders_image/decoder_op.h"

namespace penstock::ops {
namespace {

void setup(const DecodersImageCropArgs& a, SampleSetup& s, DecodeState& state) {
  const codecs::DecodeSpec spec = setup_whole(a, s, state);
  setup_window(s, state, spec, crop_window(a, s.out[0].shape, s.out[0].layout));
}

}  // namespace

PENSTOCK_CPU_OP(decoders_image_crop, DecodersImageCropArgs, DecodeState, setup, run_decode, kReadsInput)

}  // namespace penstock::ops
