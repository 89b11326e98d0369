// expandDims: the output is the input's memory with dimensions of extent 1 between its own.
#include "core/op.h"
#include "generated/ops/expand_dims.h"

namespace penstock::ops {
namespace {

void setup(const ExpandDimsArgs& a, SampleSetup& s) {
  const TensorView& in = s.in[0];
  const int names = static_cast<int>(a.new_axis_names.view().size()), ndim = in.shape.ndim + a.axes.size;
  if (names && names != a.axes.size) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %d letters (one per new axis) for newAxisNames but received '%s'",
         a.axes.size, a.new_axis_names.name);
  }
  if (names && in.layout.empty() && in.shape.ndim) {
    fail(ErrorCode::INVALID_INPUT, "Expected an input with a layout beside newAxisNames but received one without");
  }
  if (ndim > abi::maxDims) {
    fail(ErrorCode::INVALID_INPUT, "Expected an output of at most %d dimensions but received %d",
         static_cast<int>(abi::maxDims), ndim);
  }
  int added[abi::maxDims];  // per dimension of the output: its place in axes, or -1
  for (int& place : added) place = -1;
  for (int i = 0; i < a.axes.size; ++i) {
    const int axis = a.axes[i];
    if (axis >= ndim) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected axes from 0 to %d but received %d", ndim - 1, axis);
    }
    if (added[axis] >= 0) fail(ErrorCode::INVALID_ARGUMENT, "Expected each axis once but received %d twice", axis);
    added[axis] = i;
  }
  OutSpec& out = s.out[0];
  out.dtype = in.dtype;
  out.shape.ndim = ndim;
  const bool named = names == a.axes.size;
  for (int d = 0, from = 0; d < ndim; ++d) {
    const bool is_new = added[d] >= 0;
    if (named) out.layout.name[d] = is_new ? a.new_axis_names.name[added[d]] : in.layout.name[from];
    out.shape[d] = is_new ? 1 : in.shape[from++];
  }
}

}  // namespace

PENSTOCK_VIEW_OP(expand_dims, ExpandDimsArgs, setup, kNone)

}  // namespace penstock::ops
