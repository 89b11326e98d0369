// stack on the CPU.
#include "generated/ops/stack.h"
#include "kernels/join/join.h"

namespace penstock::ops {
namespace {

void setup(const StackArgs& a, SampleSetup& s, JoinState& st) {
  check_alike(s);
  const TensorView& first = s.in[0];
  for (int k = 1; k < s.num_inputs; ++k) {
    if (s.in[k].shape == first.shape) continue;
    fail(ErrorCode::INVALID_INPUT, "Expected inputs of one shape but input %d has another than the first", k);
  }
  const int ndim = first.shape.ndim;
  if (ndim == abi::maxDims)
    fail(ErrorCode::INVALID_INPUT, "Expected inputs of at most %d dimensions but received %d", ndim - 1, ndim);
  const int axis = checked_axis(a.axis, ndim + 1);
  const bool named = a.has(StackArgs::kAxisName);
  if (named && a.axis_name.size() != 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected one letter for axisName but received '%.*s'",
         static_cast<int>(a.axis_name.size()), a.axis_name.data());
  }
  if (named && first.layout.empty() && ndim) {
    fail(ErrorCode::INVALID_INPUT, "Expected inputs with a layout beside axisName but received some without");
  }
  OutSpec& out = s.out[0];
  out.dtype = first.dtype;
  out.shape.ndim = ndim + 1;
  for (int d = 0, from = 0; d <= ndim; ++d) {
    const bool is_new = d == axis;
    if (named) out.layout.name[d] = is_new ? a.axis_name[0] : first.layout.name[from];
    out.shape[d] = is_new ? s.num_inputs : first.shape[from++];
  }
  st.outer = volume_between(first.shape, 0, axis);
}

void run(const StackArgs&, SampleRun& s, JoinState& st) { join(s, st.outer); }

}  // namespace

PENSTOCK_CPU_OP(stack, StackArgs, JoinState, setup, run, kNone)

}  // namespace penstock::ops
