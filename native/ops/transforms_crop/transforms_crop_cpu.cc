// transforms.crop on the CPU: setup() checks the dimensions, run() makes the matrix (kernels/affine).
#include <algorithm>

#include "generated/ops/transforms_crop.h"
#include "kernels/affine/affine.h"

namespace penstock::ops {
namespace {

void setup(const TransformsCropArgs& a, SampleSetup& s, NoState&) {
  const int n = std::max({a.from_start.size, a.from_end.size, a.to_start.size, a.to_end.size});
  check_per_dimension("fromStart", a.from_start, n);
  check_per_dimension("fromEnd", a.from_end, n);
  check_per_dimension("toStart", a.to_start, n);
  check_per_dimension("toEnd", a.to_end, n);
  transform_output(s, n);
  for (int i = 0; i < n; ++i) {
    if (a.from_start.at(i) != a.from_end.at(i)) continue;
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected fromEnd other than fromStart along dimension %d but received %g for both", i,
         static_cast<double>(a.from_start.at(i)));
  }
}

void run(const TransformsCropArgs& a, SampleRun& s, NoState&) {
  Affine own = Affine::identity(static_cast<int>(s.out[0].shape[0]));
  for (int i = 0; i < own.n; ++i) {
    float from = a.from_start.at(i), from_end = a.from_end.at(i), to = a.to_start.at(i), to_end = a.to_end.at(i);
    if (a.absolute && from > from_end) std::swap(from, from_end);
    if (a.absolute && to > to_end) std::swap(to, to_end);
    const float scale = (to_end - to) / (from_end - from);
    own.at(i, i) = scale;
    own.at(i, own.n) = to - scale * from;
  }
  finish_transform(s, own, a.reverse_order);
}

}  // namespace

PENSTOCK_CPU_OP(transforms_crop, TransformsCropArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
