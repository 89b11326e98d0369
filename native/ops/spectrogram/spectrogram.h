// The part of spectrogram that CPU and GPU share: the windows of a sound, the facts that all samples share, and how an
// element of a window is read.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/op.h"
#include "generated/ops/spectrogram.h"
#include "kernels/fft/fft.h"
#include "kernels/window/window.h"

namespace penstock::ops {

struct SpectrogramWindows {
  int64_t count = 0;
  bool frequencies_first = true;
};

// The transform and the window function, which depend on constant arguments alone.
struct SpectrogramPlan : SharedState {
  std::optional<RealFft> fft;  // none where setup() refuses the arguments
  std::vector<float> window;
};

std::unique_ptr<SharedState> share_spectrogram(const SpectrogramArgs& a);

// Throws INVALID_ARGUMENT.
void check_spectrogram(const SpectrogramArgs& a);

inline int nfft_of(const SpectrogramArgs& a) { return a.has(SpectrogramArgs::kNfft) ? a.nfft : a.window_length; }

// The element from which the first window begins.
inline int64_t first_window(const SpectrogramArgs& a) { return a.center_windows ? -(a.window_length / 2) : 0; }

// Element `at` of a sound of n elements, which is continued beyond its ends.
PENSTOCK_HD float sound_at(const float* x, int64_t n, int64_t at, bool reflect) {
  if (at >= 0 && at < n) return x[at];
  return reflect ? x[source_index(Bounds::reflect_101, at, n)] : 0;
}

}  // namespace penstock::ops
