// transforms.rotation on the CPU: setup() checks the dimensions, run() makes the matrix (kernels/affine).
#include "generated/ops/transforms_rotation.h"
#include "kernels/affine/affine.h"
#include "kernels/warp/rotation.h"

namespace penstock::ops {
namespace {

void setup(const TransformsRotationArgs& a, SampleSetup& s, NoState&) {
  const bool space = a.has(TransformsRotationArgs::kAxis);
  const int n = space ? 3 : 2;
  if (space) check_rotation_axis(a.axis);
  if (a.has(TransformsRotationArgs::kCenter)) check_per_dimension("center", a.center, n);
  transform_output(s, n);
}

// The angle in radians is float32, as in DALI.
float radians(float degrees) { return degrees * static_cast<float>(M_PI / 180); }

Affine rotation(const TransformsRotationArgs& a) {
  const float angle = radians(a.angle);
  const float c = std::cos(angle), s = std::sin(angle);
  if (!a.has(TransformsRotationArgs::kAxis)) {
    Affine r = Affine::identity(2);
    r.at(0, 0) = r.at(1, 1) = c;
    r.at(0, 1) = -s;
    r.at(1, 0) = s;
    return r;
  }
  const double length =
      std::hypot(static_cast<double>(a.axis[0]), static_cast<double>(a.axis[1]), static_cast<double>(a.axis[2]));
  float u[3];
  for (int i = 0; i < 3; ++i) u[i] = static_cast<float>(a.axis[i] / length);
  const float rest = 1 - c;
  Affine r = Affine::identity(3);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) r.at(i, j) = u[i] * u[j] * rest + (i == j ? c : 0);
  }
  for (int i = 0; i < 3; ++i) {
    // The matrix of the cross product with the axis.
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    r.at(j, i) += u[k] * s;
    r.at(i, j) -= u[k] * s;
  }
  return r;
}

void run(const TransformsRotationArgs& a, SampleRun& s, NoState&) {
  Affine own = rotation(a);
  set_center(own, a.center);
  finish_transform(s, own, a.reverse_order);
}

}  // namespace

PENSTOCK_CPU_OP(transforms_rotation, TransformsRotationArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
