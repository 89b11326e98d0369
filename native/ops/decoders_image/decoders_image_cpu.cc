// decoders.image on the CPU.
#include "generated/ops/decoders_image.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::ops {
namespace {

void setup(const DecodersImageArgs& a, SampleSetup& s, DecodeState& state) { setup_whole(a, s, state); }

}  // namespace

PENSTOCK_DECODER_OP(decoders_image, DecodersImageArgs, setup)

}  // namespace penstock::ops
