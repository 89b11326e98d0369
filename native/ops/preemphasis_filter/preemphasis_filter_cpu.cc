// preemphasisFilter on the CPU, in float32.
#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "core/cpu.h"
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

// y[i] = x[i] - c * x[i - 1] for i in [from, to), where from > 0.
void emphasize(const float* x, float* y, int64_t from, int64_t to, float c) {
  for (int64_t i = from; i < to; ++i) y[i] = x[i] - c * x[i - 1];
}

#if defined(__x86_64__)
// From this size on input and output do not fit into the second-level cache together, so the output goes past it.
constexpr int64_t kStreamed = 512 << 10;

__attribute__((target("avx2"))) void emphasize_streamed(const float* x, float* y, int64_t n, float c) {
  constexpr int64_t kStep = 32, kAhead = 256;  // floats: two lines, and how far ahead lines are fetched
  const int64_t head = std::min<int64_t>(n, 1 + (-reinterpret_cast<intptr_t>(y + 1) & 31) / 4);
  emphasize(x, y, 1, head, c);
  const __m256 factor = _mm256_set1_ps(c);
  int64_t i = head;
  for (; i + kStep <= n; i += kStep) {
    if (i + kAhead + kStep <= n) {
      _mm_prefetch(reinterpret_cast<const char*>(x + i + kAhead), _MM_HINT_T0);
      _mm_prefetch(reinterpret_cast<const char*>(x + i + kAhead + kStep / 2), _MM_HINT_T0);
    }
    for (int64_t k = i; k < i + kStep; k += 8) {
      // Not fused, so that every level gives the same bytes.
      const __m256 before = _mm256_mul_ps(factor, _mm256_loadu_ps(x + k - 1));
      _mm256_stream_ps(y + k, _mm256_sub_ps(_mm256_loadu_ps(x + k), before));
    }
  }
  emphasize(x, y, i, n, c);
  _mm_sfence();
}
#endif

void emphasize_all(const float* x, float* y, int64_t n, float c) {
#if defined(__x86_64__)
  if (n * 4 >= kStreamed && simd_level() >= SimdLevel::avx2) return emphasize_streamed(x, y, n, c);
#endif
  emphasize(x, y, 1, n, c);
}

void run(const PreemphasisFilterArgs& a, SampleRun& s, NoState&) {
  const int64_t n = s.in[0].shape.volume();
  if (!n) return;
  const TensorView in = in_float(s.in[0], *s.scratch), out = in_float(s.out[0], *s.scratch);
  if (in.data != s.in[0].data) cast_elements(s.in[0], in);
  const float c = a.preemph_coeff, *x = in.as<float>();
  float* y = out.as<float>();
  y[0] = x[0] - c * before_first(x[0], x[n > 1 ? 1 : 0], a.border);
  emphasize_all(x, y, n, c);
  if (out.data != s.out[0].data) cast_elements(out, s.out[0]);
}

}  // namespace

PENSTOCK_CPU_OP(preemphasis_filter, PreemphasisFilterArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
