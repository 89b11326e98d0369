// melFilterBank on the CPU. The weights depend on constant arguments and the number of frequencies, so each thread
// keeps those of the last spectrogram.
#include <algorithm>

#include "core/extents.h"
#include "core/op.h"
#include "ops/mel_filter_bank/mel_filter_bank.h"

namespace penstock::ops {
namespace {

struct LastWeights : ThreadLocalState {
  int64_t frequencies = -1;
  MelWeights weights;
};

void setup(const MelFilterBankArgs& a, SampleSetup& s, NoState&) {
  check_mel(a);
  const int axis = frequency_axis(s.in[0]);
  s.out[0] = s.in[0];
  s.out[0].shape[axis] = a.nfilter;
}

// Adds row * weight to a filter's row.
void add(const float* row, float weight, int64_t n, float* to) {
  for (int64_t t = 0; t < n; ++t) to[t] += weight * row[t];
}

// Spectrograms whose frequencies are `inner` elements apart: a row is added to the two filters that it is a part of.
void by_rows(const MelWeights& w, int nfilter, const float* in, int64_t inner, float* out) {
  std::fill_n(out, nfilter * inner, 0.f);
  for (int i = 0; i <= nfilter; ++i) {
    for (int32_t f = w.begin[i]; f < w.begin[i + 1]; ++f) {
      if (i > 0) add(in + f * inner, w.falling[f], inner, out + (i - 1) * inner);
      if (i < nfilter) add(in + f * inner, w.rising[f], inner, out + i * inner);
    }
  }
}

// One spectrum, whose frequencies are neighbours.
void one_by_one(const MelWeights& w, int nfilter, const float* in, float* out) {
  float rising = 0;
  for (int i = 0; i <= nfilter; ++i) {
    float falls = rising, rises = 0;
    for (int32_t f = w.begin[i]; f < w.begin[i + 1]; ++f) {
      falls += w.falling[f] * in[f];
      rises += w.rising[f] * in[f];
    }
    if (i > 0) out[i - 1] = falls;
    rising = rises;
  }
}

void run(const MelFilterBankArgs& a, SampleRun& s, NoState&) {
  const TensorView& in = s.in[0];
  const int axis = frequency_axis(in);
  const int64_t frequencies = in.shape[axis];
  auto& last = s.local<LastWeights>();
  if (last.frequencies != frequencies) {
    make_mel_weights(a, frequencies, last.weights);
    last.frequencies = frequencies;
  }
  const int64_t outer = volume_between(in.shape, 0, axis), inner = volume_between(in.shape, axis + 1, in.shape.ndim);
  for (int64_t o = 0; o < outer; ++o) {
    const float* from = in.as<float>() + o * frequencies * inner;
    float* to = s.out[0].as<float>() + o * a.nfilter * inner;
    if (inner == 1)
      one_by_one(last.weights, a.nfilter, from, to);
    else
      by_rows(last.weights, a.nfilter, from, inner, to);
  }
}

}  // namespace

PENSTOCK_CPU_OP(mel_filter_bank, MelFilterBankArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
