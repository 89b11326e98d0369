// spectrogram on the CPU, eight windows at a time. Each thread keeps the plan of the transform and the window function,
// which depend on constant arguments alone.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/spectrogram.h"
#include "kernels/fft/fft.h"
#include "kernels/window/window.h"

namespace penstock::ops {
namespace {

using Args = SpectrogramArgs;
constexpr int kLanes = kFftLanes;
constexpr int kMostNfft = 1 << 24;

struct Windows {
  int64_t count = 0;
  bool frequencies_first = true;
};

int nfft_of(const Args& a) { return a.has(Args::kNfft) ? a.nfft : a.window_length; }

void check_args(const Args& a) {
  if (a.window_length < 1 || a.window_length > kMostNfft) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 to %d for windowLength but received %d", kMostNfft, a.window_length);
  }
  if (a.window_step < 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected at least 1 for windowStep but received %d", a.window_step);
  }
  if (nfft_of(a) < a.window_length || nfft_of(a) > kMostNfft) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected windowLength, %d, to %d for nfft but received %d", a.window_length,
         kMostNfft, nfft_of(a));
  }
  if (!a.window_fn.empty() && a.window_fn.size != a.window_length) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected windowLength, %d, numbers for windowFn but received %d",
         a.window_length, a.window_fn.size);
  }
  if (a.layout.view() != "ft" && a.layout.view() != "tf") {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 'ft' or 'tf' for layout but received '%s'", a.layout.name);
  }
}

int64_t length_of(const OutSpec& in) {
  if (in.dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 for the sound but received %s", dtype_name(in.dtype));
  }
  if (!one_dimensional(in) || !in.shape.volume()) {
    fail(ErrorCode::INVALID_INPUT, "Expected a 1-D sound of one element or more but received %s",
         extents_text(in).c_str());
  }
  return in.shape.volume();
}

void setup(const Args& a, SampleSetup& s, Windows& w) {
  check_args(a);
  const int64_t n = length_of(s.in[0]);
  if (!a.center_windows && n < a.window_length) {
    fail(ErrorCode::INVALID_INPUT, "Expected at least windowLength, %d, elements without centerWindows but received %s",
         a.window_length, extents_text(s.in[0]).c_str());
  }
  w.count = (a.center_windows ? n : n - a.window_length) / a.window_step + 1;
  w.frequencies_first = a.layout.view() == "ft";
  OutSpec& out = s.out[0];
  out.dtype = DType::float32;
  out.layout = a.layout;
  const int64_t frequencies = nfft_of(a) / 2 + 1;
  out.shape = w.frequencies_first ? Shape{frequencies, w.count} : Shape{w.count, frequencies};
}

struct Plan : ThreadLocalState {
  std::optional<RealFft> fft;
  std::vector<float> window;
};

void make_plan(const Args& a, Plan& plan) {
  plan.fft.emplace(nfft_of(a));
  plan.window.resize(static_cast<size_t>(a.window_length));
  for (int i = 0; i < a.window_length; ++i) {
    constexpr double kTurn = 6.28318530717958647692;
    const double hann = 0.5 * (1 - std::cos(kTurn * (i + 0.5) / a.window_length));
    plan.window[i] = a.window_fn.empty() ? static_cast<float>(hann) : a.window_fn[i];
  }
}

// The elements of the window that begins at `begin`: where they lie, or, beyond the ends of the sound, a copy.
const float* window_at(const Args& a, const float* x, int64_t n, int64_t begin, float* copy) {
  const int length = a.window_length;
  if (begin >= 0 && begin + length <= n) return x + begin;
  for (int i = 0; i < length; ++i) {
    const int64_t at = begin + i;
    const bool inside = at >= 0 && at < n;
    copy[i] = inside ? x[at] : a.reflect_padding ? x[source_index(Bounds::reflect_101, at, n)] : 0;
  }
  return copy;
}

void multiply(const std::vector<float>& window, float* lanes) {
  for (size_t i = 0; i < window.size(); ++i) {
    for (int l = 0; l < kLanes; ++l) lanes[i * kLanes + l] *= window[i];
  }
}

// Writes the spectra of `count` windows from window `t` on.
void store(const Windows& w, int64_t t, int count, const float* power, int64_t frequencies, float* out) {
  if (!w.frequencies_first) {
    float* rows[kLanes];
    for (int l = 0; l < count; ++l) rows[l] = out + (t + l) * frequencies;
    return deinterleave(power, frequencies, rows, count);
  }
  for (int64_t f = 0; f < frequencies; ++f) std::copy_n(power + f * kLanes, count, out + f * w.count + t);
}

void run(const Args& a, SampleRun& s, Windows& w) {
  auto& plan = s.local<Plan>();
  if (!plan.fft) make_plan(a, plan);
  const RealFft& fft = *plan.fft;
  const int64_t n = s.in[0].shape.volume(), frequencies = fft.frequencies();
  const float* x = s.in[0].as<const float>();
  auto* in = s.scratch->get<float>(static_cast<size_t>(fft.length()) * kLanes);
  auto* inner = s.scratch->get<float>(fft.scratch());
  auto* power = s.scratch->get<float>(static_cast<size_t>(frequencies) * kLanes);
  std::fill_n(in, static_cast<int64_t>(fft.length()) * kLanes, 0.f);
  auto* copies = s.scratch->get<float>(static_cast<size_t>(a.window_length) * kLanes);
  const float* rows[kLanes];
  for (int64_t t = 0; t < w.count; t += kLanes) {
    const int lanes = static_cast<int>(std::min<int64_t>(kLanes, w.count - t));
    for (int l = 0; l < lanes; ++l) {
      const int64_t begin = (t + l) * a.window_step - (a.center_windows ? a.window_length / 2 : 0);
      rows[l] = window_at(a, x, n, begin, copies + static_cast<int64_t>(l) * a.window_length);
    }
    interleave(rows, lanes, a.window_length, in);
    multiply(plan.window, in);
    fft.power(in, inner, a.power == 1, power);
    store(w, t, lanes, power, frequencies, s.out[0].as<float>());
  }
}

}  // namespace

PENSTOCK_CPU_OP(spectrogram, SpectrogramArgs, Windows, setup, run, kNone)

}  // namespace penstock::ops
