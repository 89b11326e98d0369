// The part of melFilterBank that CPU and GPU share: the filters as weights of frequencies, and the axes of a
// spectrogram.
#pragma once
#include <cstdint>
#include <vector>

#include "core/tensor.h"
#include "generated/ops/mel_filter_bank.h"

namespace penstock::ops {

// The filters over the frequencies of one spectrogram. A frequency lies between the peaks of two neighbours, and is a
// part of both; the first interval is the rising half of filter 0, the last one the falling half of the last filter.
struct MelWeights {
  // Interval i has the frequencies begin[i] to begin[i + 1] - 1; there are nfilter + 1 intervals.
  std::vector<int32_t> begin;
  // What each frequency adds to the filter that falls there, of its interval less 1, and to the one that rises.
  std::vector<float> falling, rising;
};

void make_mel_weights(const MelFilterBankArgs& a, int64_t frequencies, MelWeights& made);

// The dimension of the frequencies. Throws INVALID_INPUT where there is none.
int frequency_axis(const OutSpec& in);

// Throws INVALID_ARGUMENT.
void check_mel(const MelFilterBankArgs& a);

}  // namespace penstock::ops
