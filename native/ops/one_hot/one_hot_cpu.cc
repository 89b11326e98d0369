// oneHot on the CPU.
#include <algorithm>

#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/one_hot.h"
#include "kernels/window/clamp_to.h"
#include "ops/one_hot/one_hot.h"

namespace penstock::ops {
namespace {

// Whether every tensor of the batch has one element.
bool all_single(const BatchView& batch) {
  for (int i = 0; i < batch.count(); ++i) {
    if (batch.input(0, i).shape.volume() != 1) return false;
  }
  return true;
}

void setup(const OneHotArgs& a, SampleSetup& s, OneHotState& st) {
  const TensorView& in = s.in[0];
  const Shape& shape = in.shape;
  const bool named = a.has(OneHotArgs::kAxisName);
  if (named && a.axis_name.size() != 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected one letter for axisName but received '%.*s'",
         static_cast<int>(a.axis_name.size()), a.axis_name.data());
  }
  if (a.axis < -1 || a.axis > shape.ndim) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected -1 to %d for axis but received %d", shape.ndim, a.axis);
  }
  OutSpec& out = s.out[0];
  out.dtype = a.dtype;
  st.classes = a.num_classes;
  if (!a.has(OneHotArgs::kAxis) && all_single(*s.batch)) {
    out.shape = {st.classes};
    if (named) out.layout = Layout(a.axis_name);
    return;
  }
  if (shape.ndim == static_cast<int>(abi::maxDims)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected at most %d dimensions, to which one is added, but received %d",
         static_cast<int>(abi::maxDims) - 1, shape.ndim);
  }
  if (named && static_cast<int>(in.layout.view().size()) != shape.ndim) {
    fail(ErrorCode::INVALID_INPUT, "Expected a layout of %d letters, to which axisName is added, but received '%s'",
         shape.ndim, in.layout.name);
  }
  const int axis = a.axis < 0 ? shape.ndim : a.axis;
  st.outer = volume_between(shape, 0, axis);
  st.inner = volume_between(shape, axis, shape.ndim);
  out.shape.ndim = shape.ndim + 1;
  for (int d = 0; d <= shape.ndim; ++d) {
    out.shape[d] = d == axis ? st.classes : shape[d < axis ? d : d - 1];
    if (named) out.layout.name[d] = d == axis ? a.axis_name[0] : in.layout.name[d < axis ? d : d - 1];
  }
}

void run(const OneHotArgs& a, SampleRun& s, OneHotState& st) {
  const TensorView &in = s.in[0], &out = s.out[0];
  dispatch(out.dtype, [&](auto out_zero) {
    using Out = decltype(out_zero);
    const auto on = detail::clamp_to<Out>(a.on_value);
    Out* to = out.as<Out>();
    std::fill_n(to, out.shape.volume(), detail::clamp_to<Out>(a.off_value));
    dispatch(in.dtype, [&](auto in_zero) {
      const auto* from = in.as<decltype(in_zero)>();
      for (int64_t o = 0; o < st.outer; ++o, to += st.classes * st.inner, from += st.inner) {
        for (int64_t i = 0; i < st.inner; ++i) {
          const int64_t c = class_of(from[i], st.classes);
          if (c >= 0) to[c * st.inner + i] = on;
        }
      }
    });
  });
}

}  // namespace

PENSTOCK_CPU_OP(one_hot, OneHotArgs, OneHotState, setup, run, kNone)

}  // namespace penstock::ops
