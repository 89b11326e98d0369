// transforms.shear on the CPU: setup() checks the dimensions, run() makes the matrix (kernels/affine).
#include "generated/ops/transforms_shear.h"
#include "kernels/affine/affine.h"

namespace penstock::ops {
namespace {

void setup(const TransformsShearArgs& a, SampleSetup& s, NoState&) {
  const bool by_angles = a.has(TransformsShearArgs::kAngles);
  const ArgList<float>& list = by_angles ? a.angles : a.shear;
  if (list.size != 2 && list.size != 6) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 2 values (in the plane) or 6 (in space) for %s but received %d",
         by_angles ? "angles" : "shear", list.size);
  }
  const int n = list.size == 2 ? 2 : 3;
  if (a.has(TransformsShearArgs::kCenter)) check_per_dimension("center", a.center, n);
  transform_output(s, n);
}

void run(const TransformsShearArgs& a, SampleRun& s, NoState&) {
  const bool by_angles = a.has(TransformsShearArgs::kAngles);
  Affine own = Affine::identity(static_cast<int>(s.out[0].shape[0]));
  for (int i = 0, next = 0; i < own.n; ++i) {
    for (int j = 0; j < own.n; ++j) {
      if (i == j) continue;
      // The angle in radians is float32, as in DALI.
      own.at(i, j) = by_angles ? std::tan(a.angles[next] * static_cast<float>(M_PI / 180)) : a.shear[next];
      ++next;
    }
  }
  set_center(own, a.center);
  finish_transform(s, own, a.reverse_order);
}

}  // namespace

PENSTOCK_CPU_OP(transforms_shear, TransformsShearArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
