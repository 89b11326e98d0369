// What the setup of noise.gaussian and noise.shot shares.
#pragma once
#include "core/op.h"

namespace penstock::ops {

// The output is like the input.
inline void noise_setup(SampleSetup& s, Rng& rng) {
  if (s.in[0].dtype == DType::boolean)
    fail(ErrorCode::INVALID_INPUT, "Expected numbers for the input but received bool");
  s.out[0] = s.in[0];
  rng = s.rng();
}

}  // namespace penstock::ops
