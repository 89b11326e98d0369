// subscriptCopy on the CPU: copies the window.
#include "generated/ops/subscript_copy.h"
#include "kernels/window/subscript_window.h"
#include "kernels/window/window_copy.h"

namespace penstock::ops {
namespace {

void setup(const SubscriptCopyArgs& a, SampleSetup& s, Window& w) {
  const Subscript part = subscript_of(a, s.in[0]);
  w = part.window;
  s.out[0] = subscript_out(part, s.in[0]);
}

void run(const SubscriptCopyArgs&, SampleRun& s, Window& w) {
  TensorView out = s.out[0];
  out.shape = w.out_shape();
  out.layout = {};
  copy_window(s.in[0], w, Bounds::error, {}, out, *s.scratch);
}

}  // namespace

PENSTOCK_CPU_OP(subscript_copy, SubscriptCopyArgs, Window, setup, run, kNone)

}  // namespace penstock::ops
