// transforms.scale on the CPU: setup() checks the dimensions, run() makes the matrix (kernels/affine).
#include "generated/ops/transforms_scale.h"
#include "kernels/affine/affine.h"

namespace penstock::ops {
namespace {

void setup(const TransformsScaleArgs& a, SampleSetup& s, NoState&) {
  int n = a.scale.size;
  if (n == 1) n = s.num_inputs > 0 ? input_dimensions(s.in[0]) : a.has(TransformsScaleArgs::kNdim) ? a.ndim : 1;
  transform_output(s, n);
  if (a.has(TransformsScaleArgs::kCenter)) check_per_dimension("center", a.center, n);
}

void run(const TransformsScaleArgs& a, SampleRun& s, NoState&) {
  Affine own = Affine::identity(static_cast<int>(s.out[0].shape[0]));
  for (int i = 0; i < own.n; ++i) own.at(i, i) = a.scale.at(i);
  set_center(own, a.center);
  finish_transform(s, own, a.reverse_order);
}

}  // namespace

PENSTOCK_CPU_OP(transforms_scale, TransformsScaleArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
