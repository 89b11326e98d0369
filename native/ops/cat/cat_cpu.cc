// cat on the CPU.
#include "generated/ops/cat.h"
#include "kernels/join/join.h"

namespace penstock::ops {
namespace {

int axis_of(const CatArgs& a, const TensorView& first) {
  if (!a.has(CatArgs::kAxisName)) return checked_axis(a.axis, first.shape.ndim);
  const int axis = a.axis_name.size() == 1 ? first.layout.find(a.axis_name[0]) : -1;
  if (axis >= 0) return axis;
  fail(ErrorCode::INVALID_INPUT, "Expected a layout with the axis '%.*s' but received '%s'",
       static_cast<int>(a.axis_name.size()), a.axis_name.data(), first.layout.name);
}

void setup(const CatArgs& a, SampleSetup& s, JoinState& st) {
  check_alike(s);
  const TensorView& first = s.in[0];
  const int axis = axis_of(a, first);
  OutSpec& out = s.out[0];
  out = first;
  for (int k = 1; k < s.num_inputs; ++k) {
    const Shape& shape = s.in[k].shape;
    for (int d = 0; d < shape.ndim; ++d) {
      if (d == axis || shape[d] == first.shape[d]) continue;
      fail(ErrorCode::INVALID_INPUT,
           "Expected inputs that differ along axis %d only but received extents %lld and %lld along axis %d", axis,
           static_cast<long long>(first.shape[d]), static_cast<long long>(shape[d]), d);
    }
    out.shape[axis] += shape[axis];
  }
  st.outer = volume_between(first.shape, 0, axis);
}

void run(const CatArgs&, SampleRun& s, JoinState& st) { join(s, st.outer); }

}  // namespace

PENSTOCK_CPU_OP(cat, CatArgs, JoinState, setup, run, kNone)

}  // namespace penstock::ops
