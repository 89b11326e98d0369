// constant on the CPU.
#include <algorithm>

#include "core/dispatch.h"
#include "generated/ops/constant.h"
#include "kernels/fill/fill.h"

namespace penstock::ops {
namespace {

void setup(const ConstantArgs& a, SampleSetup& s, NoState&) {
  const bool real = a.has(ConstantArgs::kFdata);
  const int values = real ? a.fdata.size : a.idata.size;
  OutSpec& out = s.out[0];
  out.dtype = a.has(ConstantArgs::kDtype) ? a.dtype : real ? DType::float32 : DType::int32;
  out.shape = Shape{values};
  filled_shape(a, out);
  if (a.has(ConstantArgs::kShape) && values != 1 && out.shape.volume() != values) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or %lld values for %s (the product of shape) but received %d",
         static_cast<long long>(out.shape.volume()), real ? "fdata" : "idata", values);
  }
}

template <class In>
void fill(const ArgList<In>& values, const TensorView& out) {
  dispatch(out.dtype, [&](auto zero) {
    using Out = decltype(zero);
    Out* o = out.as<Out>();
    const int64_t n = out.shape.volume();
    if (values.size == 1) {
      std::fill(o, o + n, convert<Out>(values[0]));
    } else {
      for (int64_t i = 0; i < n; ++i) o[i] = convert<Out>(values.data[i]);
    }
  });
}

void run(const ConstantArgs& a, SampleRun& s, NoState&) {
  if (a.has(ConstantArgs::kFdata)) {
    fill(a.fdata, s.out[0]);
  } else {
    fill(a.idata, s.out[0]);
  }
}

}  // namespace

PENSTOCK_CPU_OP(constant, ConstantArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
