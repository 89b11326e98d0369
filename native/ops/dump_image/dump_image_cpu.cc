// dumpImage on the CPU.
#include "ops/dump_image/dump_image.h"

namespace penstock::ops {
namespace {

void run(const DumpImageArgs& a, SampleRun& s, DumpState& st) {
  const TensorView& in = s.in[0];
  dump_image(a, st, in.as<uint8_t>(), in.shape);
  if (in.bytes()) std::memcpy(s.out[0].data, in.data, static_cast<size_t>(in.bytes()));
}

}  // namespace

PENSTOCK_CPU_OP(dump_image, DumpImageArgs, DumpState, dump_setup, run, kNone)

}  // namespace penstock::ops
