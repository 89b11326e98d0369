// See spectrogram.h.
#include <cmath>

#include "ops/spectrogram/spectrogram.h"

namespace penstock::ops {
namespace {

constexpr int kMaxNfft = 1 << 24;

}  // namespace

void check_spectrogram(const SpectrogramArgs& a) {
  if (a.window_length < 1 || a.window_length > kMaxNfft) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 to %d for windowLength but received %d", kMaxNfft, a.window_length);
  }
  if (nfft_of(a) < a.window_length || nfft_of(a) > kMaxNfft) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected windowLength, %d, to %d for nfft but received %d", a.window_length,
         kMaxNfft, nfft_of(a));
  }
  if (!a.window_fn.empty() && a.window_fn.size != a.window_length) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected windowLength, %d, numbers for windowFn but received %d",
         a.window_length, a.window_fn.size);
  }
}

std::unique_ptr<SharedState> share_spectrogram(const SpectrogramArgs& a) {
  auto plan = std::make_unique<SpectrogramPlan>();
  try {
    check_spectrogram(a);
  } catch (const Error&) {
    return plan;  // setup() says what is wrong with the arguments
  }
  plan->fft.emplace(nfft_of(a));
  plan->window.resize(static_cast<size_t>(a.window_length));
  for (int i = 0; i < a.window_length; ++i) {
    constexpr double kTurn = 6.28318530717958647692;
    const double hann = 0.5 * (1 - std::cos(kTurn * (i + 0.5) / a.window_length));
    plan->window[i] = a.window_fn.empty() ? static_cast<float>(hann) : a.window_fn[i];
  }
  return plan;
}

}  // namespace penstock::ops
