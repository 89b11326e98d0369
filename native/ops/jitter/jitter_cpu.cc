// jitter on the CPU: a copy of each pixel's bytes.
#include <cstring>

#include "core/op.h"
#include "generated/ops/jitter.h"
#include "kernels/noise/words.h"
#include "ops/jitter/jitter.h"

namespace penstock::ops {
namespace {

void setup(const JitterArgs& a, SampleSetup& s, JitterState& st) {
  const TensorView& in = s.in[0];
  const int ndim = in.shape.ndim;
  const bool sequence = ndim == 4;
  if ((ndim != 3 && !sequence) || !(in.layout.empty() || in.layout == Layout(sequence ? "FHWC" : "HWC"))) {
    fail(ErrorCode::INVALID_INPUT, "Expected layout HWC or FHWC for the input but received '%s' with %d dimensions",
         in.layout.name, ndim);
  }
  st.height = in.shape[ndim - 3];
  st.width = in.shape[ndim - 2];
  st.bytes = in.shape[ndim - 1] * dtype_size(in.dtype);
  st.pixels = st.bytes ? in.bytes() / st.bytes : 0;
  st.degree = a.n_degree;
  st.on = a.mask != 0;
  st.rng = s.rng();
  s.out[0] = in;
}

// kBytes: of a pixel, or 0 where only the state knows.
template <int kBytes>
void move_pixels(const JitterState& st, const uint8_t* in, uint8_t* out) {
  const int64_t bytes = kBytes ? kBytes : st.bytes;
  int64_t row = 0, x = 0;
  each_words(st.rng, st.pixels, [&](int64_t, int count, const uint32_t* words) {
    for (int i = 0; i < count; ++i, out += bytes) {
      std::memcpy(out, in + jitter_source(st, row, x, words[i]) * bytes, bytes);
      if (++x < st.width) continue;
      x = 0;
      ++row;
    }
  });
}

void run(const JitterArgs&, SampleRun& s, JitterState& st) {
  if (!st.pixels) return;
  const uint8_t* in = s.in[0].as<const uint8_t>();
  uint8_t* out = s.out[0].as<uint8_t>();
  if (!st.on) {
    std::memcpy(out, in, s.in[0].bytes());
  } else if (st.bytes == 1) {
    move_pixels<1>(st, in, out);
  } else if (st.bytes == 3) {
    move_pixels<3>(st, in, out);
  } else {
    move_pixels<0>(st, in, out);
  }
}

}  // namespace

PENSTOCK_CPU_OP(jitter, JitterArgs, JitterState, setup, run, kNone)

}  // namespace penstock::ops
