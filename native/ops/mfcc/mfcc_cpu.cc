// mfcc on the CPU. The matrix depends on constant arguments and the number of bands, so each thread keeps the last one.
#include "core/extents.h"
#include "core/op.h"
#include "ops/mfcc/mfcc.h"

namespace penstock::ops {
namespace {

struct LastMatrix : ThreadLocalState {
  int64_t bands = -1;
  std::vector<float> matrix;
};

void setup(const MfccArgs& a, SampleSetup& s, NoState&) {
  const TensorView& in = s.in[0];
  if (in.dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 for the spectrogram but received %s", dtype_name(in.dtype));
  }
  if (a.axis < 0 || a.axis >= in.shape.ndim) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 0 to %d for axis but received %d", in.shape.ndim - 1, a.axis);
  }
  if (a.dct_type == 1 && a.normalize) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected dctType 2, 3 or 4 with normalize but received 1");
  }
  const int64_t bands = in.shape[a.axis];
  if (a.dct_type == 1 && bands == 1) {
    fail(ErrorCode::INVALID_INPUT, "Expected two bands or more for dctType 1 but received 1");
  }
  s.out[0] = in;
  s.out[0].shape[a.axis] = coefficients(a, bands);
}

// One transform over bands that are `inner` elements apart, of `inner` neighbours at once.
void transform(const float* matrix, int64_t rows, int64_t bands, const float* in, int64_t inner, float* out) {
  // So many neighbours stay in a cache of the first level for all rows.
  constexpr int64_t kBlock = 64;
  for (int64_t at = 0; at < inner; at += kBlock) {
    const int64_t n = std::min(kBlock, inner - at);
    for (int64_t k = 0; k < rows; ++k) {
      float sum[kBlock] = {};
      for (int64_t b = 0; b < bands; ++b) {
        const float w = matrix[k * bands + b], *x = in + b * inner + at;
        for (int64_t i = 0; i < n; ++i) sum[i] += w * x[i];
      }
      std::copy_n(sum, n, out + k * inner + at);
    }
  }
}

void run(const MfccArgs& a, SampleRun& s, NoState&) {
  const TensorView& in = s.in[0];
  const int64_t bands = in.shape[a.axis], rows = s.out[0].shape[a.axis];
  auto& last = s.local<LastMatrix>();
  if (last.bands != bands) {
    make_dct(a, bands, last.matrix);
    last.bands = bands;
  }
  const int64_t outer = volume_between(in.shape, 0, a.axis),
                inner = volume_between(in.shape, a.axis + 1, in.shape.ndim);
  for (int64_t o = 0; o < outer; ++o) {
    transform(last.matrix.data(), rows, bands, in.as<float>() + o * bands * inner, inner,
              s.out[0].as<float>() + o * rows * inner);
  }
}

}  // namespace

PENSTOCK_CPU_OP(mfcc, MfccArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
