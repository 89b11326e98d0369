// squeeze: the output is the input's memory without some of its dimensions.
#include "core/op.h"
#include "generated/ops/squeeze.h"

namespace penstock::ops {
namespace {

// A bit for each dimension to remove.
uint32_t removed(const SqueezeArgs& a, const TensorView& in) {
  const bool named = a.has(SqueezeArgs::kAxisNames);
  if (named == a.has(SqueezeArgs::kAxes)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected either axes or axisNames but received %s", named ? "both" : "neither");
  }
  uint32_t gone = 0;
  const int n = named ? static_cast<int>(a.axis_names.view().size()) : a.axes.size, ndim = in.shape.ndim;
  for (int i = 0; i < n; ++i) {
    int axis;
    if (named) {
      axis = in.layout.find(a.axis_names.name[i]);
      if (axis < 0) {
        fail(ErrorCode::INVALID_INPUT, "Expected a layout with the axes %s but received '%s'", a.axis_names.name,
             in.layout.name);
      }
    } else {
      axis = a.axes[i] < 0 ? a.axes[i] + ndim : a.axes[i];
      if (axis < 0 || axis >= ndim) {
        fail(ErrorCode::INVALID_ARGUMENT, "Expected axes from %d to %d but received %d", -ndim, ndim - 1, a.axes[i]);
      }
    }
    if (gone >> axis & 1) fail(ErrorCode::INVALID_ARGUMENT, "Expected each axis once but received axis %d twice", axis);
    gone |= 1u << axis;
  }
  return gone;
}

void setup(const SqueezeArgs& a, SampleSetup& s) {
  const TensorView& in = s.in[0];
  const uint32_t gone = removed(a, in);
  OutSpec& out = s.out[0];
  out.dtype = in.dtype;
  for (int d = 0; d < in.shape.ndim; ++d) {
    if (gone >> d & 1) continue;
    out.layout.name[out.shape.ndim] = in.layout.name[d];
    out.shape[out.shape.ndim++] = in.shape[d];
  }
  // As in DALI, an empty tensor may lose an extent of 0 as long as it stays empty.
  if (out.shape.volume() == in.shape.volume()) return;
  for (int d = 0; d < in.shape.ndim; ++d) {
    if (!(gone >> d & 1) || in.shape[d] == 1) continue;
    fail(ErrorCode::INVALID_INPUT, "Expected an extent of 1 on axis %d but received %lld", d,
         static_cast<long long>(in.shape[d]));
  }
}

}  // namespace

PENSTOCK_VIEW_OP(squeeze, SqueezeArgs, setup, kNone)

}  // namespace penstock::ops
