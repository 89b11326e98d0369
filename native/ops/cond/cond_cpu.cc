// cond on the CPU: converts the predicate of a branch to a bool.
#include "core/dispatch.h"
#include "core/op.h"
#include "generated/ops/cond.h"

namespace penstock::ops {
namespace {

void setup(const CondArgs& args, SampleSetup& s, NoState&) {
  if (args.logical && s.in[0].dtype != DType::boolean)
    fail(ErrorCode::INVALID_INPUT, "Expected a bool for an operand of `and` or `or` but received %s",
         dtype_name(s.in[0].dtype));
  if (s.in[0].shape.volume() != 1) {
    std::string shape;
    for (int d = 0; d < s.in[0].shape.ndim; ++d) shape += (d ? " x " : "") + std::to_string(s.in[0].shape[d]);
    fail(ErrorCode::INVALID_INPUT, "Expected one number per sample for predicate but received %s of %s",
         dtype_name(s.in[0].dtype), shape.c_str());
  }
  s.out[0] = {DType::boolean, {}, {}};
}

// NaN is true, as in DALI and C.
void run(const CondArgs&, SampleRun& s, NoState&) {
  *s.out[0].as<bool>() =
      dispatch(s.in[0].dtype, [&](auto zero) { return convert<double>(*s.in[0].as<decltype(zero)>()) != 0; });
}

}  // namespace

PENSTOCK_CPU_OP(cond, CondArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
