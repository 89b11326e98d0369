// transforms.translation on the CPU: setup() checks the dimensions, run() makes the matrix (kernels/affine).
#include "generated/ops/transforms_translation.h"
#include "kernels/affine/affine.h"

namespace penstock::ops {
namespace {

void setup(const TransformsTranslationArgs& a, SampleSetup& s, NoState&) { transform_output(s, a.offset.size); }

void run(const TransformsTranslationArgs& a, SampleRun& s, NoState&) {
  Affine own = Affine::identity(static_cast<int>(s.out[0].shape[0]));
  for (int i = 0; i < own.n; ++i) own.at(i, own.n) = a.offset[i];
  finish_transform(s, own, a.reverse_order);
}

}  // namespace

PENSTOCK_CPU_OP(transforms_translation, TransformsTranslationArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
