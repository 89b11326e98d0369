// cast on the CPU.
#include <cstring>

#include "core/dispatch.h"
#include "core/op.h"
#include "generated/ops/cast.h"

namespace penstock::ops {
namespace {

void setup(const CastArgs& a, SampleSetup& s, NoState&) {
  if (!a.has(CastArgs::kDtype)) fail(ErrorCode::INVALID_ARGUMENT, "Expected a dtype for dtype but received none");
  s.out[0] = s.in[0];
  s.out[0].dtype = a.dtype;
}

void run(const CastArgs&, SampleRun& s, NoState&) {
  const TensorView &in = s.in[0], &out = s.out[0];
  const int64_t n = in.shape.volume();
  if (in.dtype == out.dtype) {
    if (n) std::memcpy(out.data, in.data, n * dtype_size(in.dtype));
    return;
  }
  dispatch(in.dtype, [&](auto in_zero) {
    dispatch(out.dtype, [&](auto out_zero) {
      using In = decltype(in_zero);
      using Out = decltype(out_zero);
      const In* p = in.as<In>();
      Out* o = out.as<Out>();
      for (int64_t i = 0; i < n; ++i) o[i] = convert<Out>(p[i]);
    });
  });
}

}  // namespace

PENSTOCK_CPU_OP(cast, CastArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
