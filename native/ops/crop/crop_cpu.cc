// crop on the CPU.
#include "core/op.h"
#include "kernels/window/window_copy.h"
#include "ops/crop/crop.h"

namespace penstock::ops {
namespace {

void setup(const CropArgs& a, SampleSetup& s, Window& w) {
  const TensorView& in = s.in[0];
  OutSpec& out = s.out[0];
  out.layout = image_layout(in);
  const Margins margins = margins_of(a);
  w = crop_window(a, in.shape, out.layout, margins);
  check_padded(a, in.shape, out.layout, margins, w);
  apply_bounds(fill_policy(a), in.shape, w);
  out.shape = w.out_shape();
  out.dtype = a.has(CropArgs::kDtype) ? a.dtype : in.dtype;
}

void run(const CropArgs& a, SampleRun& s, Window& w) {
  copy_window(s.in[0], w, fill_policy(a), a.fill_values, s.out[0], *s.scratch);
}

}  // namespace

PENSTOCK_CPU_OP(crop, CropArgs, Window, setup, run, kNone)

}  // namespace penstock::ops
