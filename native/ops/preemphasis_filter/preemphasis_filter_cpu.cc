// preemphasisFilter on the CPU, in float32.
#include "core/op.h"
#include "kernels/cast/cast.h"
#include "ops/preemphasis_filter/preemphasis_filter.h"

namespace penstock::ops {
namespace {

void setup(const PreemphasisFilterArgs& a, SampleSetup& s, NoState&) {
  s.out[0] = s.in[0];
  s.out[0].dtype = a.dtype;
}

// The tensor itself where it is float32, else scratch memory for its elements as float32.
TensorView in_float(const TensorView& t, Scratch& scratch) {
  TensorView made = t;
  if (t.dtype == DType::float32) return made;
  made.dtype = DType::float32;
  made.data = scratch.get<float>(static_cast<size_t>(t.shape.volume()));
  return made;
}

void run(const PreemphasisFilterArgs& a, SampleRun& s, NoState&) {
  const int64_t n = s.in[0].shape.volume();
  if (!n) return;
  const TensorView in = in_float(s.in[0], *s.scratch), out = in_float(s.out[0], *s.scratch);
  if (in.data != s.in[0].data) cast_elements(s.in[0], in);
  const float c = a.preemph_coeff, *x = in.as<float>();
  float* y = out.as<float>();
  y[0] = x[0] - c * before_first(x[0], x[n > 1 ? 1 : 0], a.border);
  for (int64_t i = 1; i < n; ++i) y[i] = x[i] - c * x[i - 1];
  if (out.data != s.out[0].data) cast_elements(out, s.out[0]);
}

}  // namespace

PENSTOCK_CPU_OP(preemphasis_filter, PreemphasisFilterArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
