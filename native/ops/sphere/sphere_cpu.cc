// sphere on the CPU.
#include "generated/ops/sphere.h"
#include "kernels/remap/displace.h"
#include "ops/sphere/sphere.h"

namespace penstock::ops {
namespace {

void setup(const SphereArgs& a, SampleSetup& s, RemapState& st) { displace_setup(a, s, st); }

void run(const SphereArgs&, SampleRun& s, RemapState& st) { run_remap(st, sphere_map(st), s.in[0], s.out[0]); }

}  // namespace

PENSTOCK_CPU_OP(sphere, SphereArgs, RemapState, setup, run, kNone)

}  // namespace penstock::ops
