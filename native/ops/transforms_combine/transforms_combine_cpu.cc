// transforms.combine on the CPU: setup() checks the dimensions, run() makes the matrix (kernels/affine).
#include <cstring>

#include "generated/ops/transforms_combine.h"
#include "kernels/affine/affine.h"

namespace penstock::ops {
namespace {

// As many inputs as DALI takes.
constexpr int kMaxTransforms = 99;

void setup(const TransformsCombineArgs&, SampleSetup& s, NoState&) {
  const int n = input_dimensions(s.in[0]);
  if (s.num_inputs > kMaxTransforms) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 2 to %d transforms but received %d", kMaxTransforms, s.num_inputs);
  }
  for (int i = 1; i < s.num_inputs; ++i) {
    if (input_dimensions(s.in[i]) == n) continue;
    fail(ErrorCode::INVALID_INPUT,
         "Expected transforms of equal shapes but received %d x %d for the first and %s for input %d", n, n + 1,
         extents_text(s.in[i]).c_str(), i);
  }
  s.out[0].dtype = DType::float32;
  s.out[0].shape = {n, n + 1};
}

void run(const TransformsCombineArgs& a, SampleRun& s, NoState&) {
  const auto n = static_cast<int>(s.out[0].shape[0]);
  auto* out = s.out[0].as<float>();
  // Products are made in turns in the output and in `other`; the last one is in the output.
  float other[kMaxAffine * (kMaxAffine + 1)];
  const auto* made = s.in[0].as<const float>();
  for (int i = 1; i < s.num_inputs; ++i) {
    const auto* next = s.in[i].as<const float>();
    float* to = (s.num_inputs - i) % 2 ? out : other;
    chain(n, a.reverse_order ? next : made, a.reverse_order ? made : next, to);
    made = to;
  }
  if (made != out) std::memcpy(out, made, sizeof(float) * n * (n + 1));
}

}  // namespace

PENSTOCK_CPU_OP(transforms_combine, TransformsCombineArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
