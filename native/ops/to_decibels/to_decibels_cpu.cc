// toDecibels on the CPU.
#include <algorithm>
#include <cfloat>
#include <cstring>

#include "core/op.h"
#include "ops/to_decibels/to_decibels.h"

namespace penstock::ops {
namespace {

void setup(const ToDecibelsArgs&, SampleSetup& s, NoState&) {
  if (s.in[0].dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 for the magnitudes but received %s", dtype_name(s.in[0].dtype));
  }
  s.out[0] = s.in[0];
}

// The logarithm to base 2 of a normal positive number, within 2e-7 of it and of 1e-7. With m in [sqrt(1/2), sqrt(2))
// and x = m * 2^e, log2(x) is e plus the series of atanh((m - 1) / (m + 1)).
inline float fast_log2(float x) {
  int32_t bits;
  std::memcpy(&bits, &x, 4);
  const int32_t e = (bits - 0x3f3504f3) >> 23;
  bits -= static_cast<int32_t>(static_cast<uint32_t>(e) << 23);
  float m;
  std::memcpy(&m, &bits, 4);
  const float t = (m - 1) / (m + 1), u = t * t;
  const float series = 1 + u * (0.33333333f + u * (0.2f + u * (0.14285714f + u * 0.11111111f)));
  return static_cast<float>(e) + 2.8853900818f * t * series;
}

constexpr int64_t kDecibelBlock = 1024;

void run(const ToDecibelsArgs& a, SampleRun& s, NoState&) {
  const float* x = s.in[0].as<float>();
  float* y = s.out[0].as<float>();
  const int64_t n = s.in[0].shape.volume();
  float reference = a.reference;
  if (reference == 0) {
    for (int64_t i = 0; i < n; ++i) reference = x[i] > reference ? x[i] : reference;
  }
  const Decibels db = decibels(a);
  const float inverse = inverse_reference(reference);
  for (int64_t at = 0; at < n; at += kDecibelBlock) {
    const int64_t end = std::min(n, at + kDecibelBlock);
    bool usual = true;
    for (int64_t i = at; i < end; ++i) {
      const float ratio = decibel_ratio(x[i], inverse, db.least);
      usual &= ratio >= FLT_MIN && ratio <= FLT_MAX;
      y[i] = ratio;
    }
    if (usual) {
      for (int64_t i = at; i < end; ++i) y[i] = db.factor * fast_log2(y[i]);
    } else {
      for (int64_t i = at; i < end; ++i) y[i] = db.factor * std::log2(y[i]);
    }
  }
}

}  // namespace

PENSTOCK_CPU_OP(to_decibels, ToDecibelsArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
