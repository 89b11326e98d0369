// See mel_filter_bank.h.
#include <cmath>

#include "core/error.h"
#include "ops/mel_filter_bank/mel_filter_bank.h"

namespace penstock::ops {
namespace {

// Slaney's scale: 3 mels per 200 Hz up to 1000 Hz, then 27 mels per factor of 6.4.
constexpr double kLinear = 3.0 / 200, kBreak = 1000, kBreakMel = kBreak * kLinear;
const double kStep = std::log(6.4) / 27;

double mel_of(double hz, bool htk) {
  if (htk) return 2595 * std::log10(1 + hz / 700);
  return hz < kBreak ? hz * kLinear : kBreakMel + std::log(hz / kBreak) / kStep;
}

double hz_of(double mel, bool htk) {
  if (htk) return 700 * (std::pow(10, mel / 2595) - 1);
  return mel < kBreakMel ? mel / kLinear : kBreak * std::exp((mel - kBreakMel) * kStep);
}

double high_end(const MelFilterBankArgs& a) { return a.freq_high > 0 ? a.freq_high : a.sample_rate / 2; }

}  // namespace

int frequency_axis(const OutSpec& in) {
  const int n = in.shape.ndim;
  if (in.dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 for the spectrogram but received %s", dtype_name(in.dtype));
  }
  if (n < 1) fail(ErrorCode::INVALID_INPUT, "Expected a spectrogram but received a scalar");
  if (in.layout.empty()) return n > 1 ? n - 2 : 0;
  const int axis = in.layout.find('f');
  if (axis >= 0) return axis;
  fail(ErrorCode::INVALID_INPUT, "Expected f in the spectrogram's layout but received '%s'", in.layout.name);
}

void check_mel(const MelFilterBankArgs& a) {
  if (!(a.freq_low >= 0 && a.freq_low < high_end(a))) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 0 to less than freqHigh, which is %g, for freqLow but received %g",
         high_end(a), static_cast<double>(a.freq_low));
  }
  if (!(a.freq_high >= 0 && a.freq_high <= a.sample_rate)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 0 to sampleRate, %g, for freqHigh but received %g",
         static_cast<double>(a.sample_rate), static_cast<double>(a.freq_high));
  }
}

void make_mel_weights(const MelFilterBankArgs& a, int64_t frequencies, MelWeights& made) {
  const bool htk = a.mel_formula == MelFilterBankArgs::MelFormula::htk;
  const double low = mel_of(a.freq_low, htk), step = (mel_of(high_end(a), htk) - low) / (a.nfilter + 1);
  const auto peak = [&](int i) { return hz_of(low + step * i, htk); };
  const double spacing = frequencies > 1 ? a.sample_rate / 2 / static_cast<double>(frequencies - 1) : 0;
  made.begin.assign(static_cast<size_t>(a.nfilter) + 2, 0);
  made.falling.assign(static_cast<size_t>(frequencies), 0);
  made.rising.assign(static_cast<size_t>(frequencies), 0);
  int64_t at = 0;
  while (at < frequencies && static_cast<double>(at) * spacing < peak(0)) ++at;
  for (int i = 0; i <= a.nfilter; ++i) {
    made.begin[i] = static_cast<int32_t>(at);
    const double from = peak(i), to = peak(i + 1);
    const double down = a.normalize && i > 0 ? 2 / (to - peak(i - 1)) : 1;
    const double up = a.normalize ? 2 / (peak(i + 2) - from) : 1;
    for (; at < frequencies; ++at) {
      const double hz = static_cast<double>(at) * spacing;
      if (hz >= to) break;
      made.falling[at] = static_cast<float>((to - hz) / (to - from) * down);
      made.rising[at] = static_cast<float>((hz - from) / (to - from) * up);
    }
  }
  made.begin[a.nfilter + 1] = static_cast<int32_t>(at);
}

}  // namespace penstock::ops
