// decoders.imageRandomCrop on the CPU.
#include "generated/ops/decoders_image_random_crop.h"
#include "kernels/decode/decoder_op.h"
#include "kernels/window/random_crop_window.h"

namespace penstock::ops {
namespace {

void setup(const DecodersImageRandomCropArgs& a, SampleSetup& s, DecodeState& state) {
  const codecs::DecodeSpec spec = setup_whole(a, s, state);
  const Shape& whole = s.out[0].shape;
  Rng rng = s.rng();
  setup_window(s, state, spec,
               random_crop_window(rng, static_cast<int>(whole[0]), static_cast<int>(whole[1]), a.random_area,
                                  a.random_aspect_ratio, a.num_attempts));
}

}  // namespace

PENSTOCK_DECODER_OP(decoders_image_random_crop, DecodersImageRandomCropArgs, setup)

}  // namespace penstock::ops
