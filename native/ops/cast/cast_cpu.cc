// cast on the CPU.
#include "core/op.h"
#include "generated/ops/cast.h"
#include "kernels/cast/cast.h"

namespace penstock::ops {
namespace {

void setup(const CastArgs& a, SampleSetup& s, NoState&) {
  if (!a.has(CastArgs::kDtype)) fail(ErrorCode::INVALID_ARGUMENT, "Expected a dtype for dtype but received none");
  s.out[0] = s.in[0];
  s.out[0].dtype = a.dtype;
}

void run(const CastArgs&, SampleRun& s, NoState&) { cast_elements(s.in[0], s.out[0]); }

}  // namespace

PENSTOCK_CPU_OP(cast, CastArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
