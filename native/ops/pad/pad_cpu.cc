// pad on the CPU: setup() finds the extents, from the whole batch where `shape` does not say them; run() copies.
#include "core/op.h"
#include "generated/ops/pad.h"
#include "kernels/reduce/axes.h"
#include "kernels/window/window_copy.h"

namespace penstock::ops {
namespace {

// One value for all axes, or one per axis.
void check_count(const char* name, const ArgList<int32_t>& list, int axes) {
  if (list.size == 1 || list.size == axes) return;
  fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or %d values (one per axis) for %s but received %d", axes, name,
       list.size);
}

// The largest extent of the batch along a dimension.
int64_t largest(const BatchView& batch, int d) {
  int64_t most = 0;
  for (int i = 0; i < batch.count(); ++i) {
    const Shape& shape = batch.input(0, i).shape;
    if (d < shape.ndim) most = std::max(most, shape[d]);
  }
  return most;
}

void setup(const PadArgs& a, SampleSetup& s, Window& w) {
  const TensorView& in = s.in[0];
  const int ndim = in.shape.ndim;
  if (!ndim) fail(ErrorCode::INVALID_INPUT, "Expected a tensor of 1 dimension or more but received a scalar");
  int axes[abi::maxDims], count = 0;
  each_named_axis(a, in, [&](int d) { axes[count++] = d; });
  if (!count) {
    for (; count < ndim; ++count) axes[count] = count;
  }
  const bool has_shape = a.has(PadArgs::kShape) && !a.shape.empty();
  const bool has_align = a.has(PadArgs::kAlign) && !a.align.empty();
  if (has_shape) check_count("shape", a.shape, count);
  if (has_align) check_count("align", a.align, count);
  w = Window::whole(in.shape);
  for (int i = 0; i < count; ++i) {
    int64_t& extent = w.shape[axes[i]];
    const int64_t asked = has_shape ? a.shape.at(i) : -1;
    extent = std::max(extent, asked > 0 ? asked : largest(*s.batch, axes[i]));
    if (!has_align) continue;
    const int64_t align = a.align.at(i);
    extent = (extent + align - 1) / align * align;
  }
  s.out[0] = in;
  s.out[0].shape = w.out_shape();
}

void run(const PadArgs& a, SampleRun& s, Window& w) {
  copy_window(s.in[0], w, Bounds::pad, {&a.fill_value, 1}, s.out[0], *s.scratch);
}

}  // namespace

PENSTOCK_CPU_OP(pad, PadArgs, Window, setup, run, kNone)

}  // namespace penstock::ops
