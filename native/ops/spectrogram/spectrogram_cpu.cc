// spectrogram on the CPU, eight windows at a time.
#include <algorithm>

#include "core/extents.h"
#include "ops/spectrogram/spectrogram.h"

namespace penstock::ops {
namespace {

using Args = SpectrogramArgs;
using Windows = SpectrogramWindows;
constexpr int kLanes = kFftLanes;

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
  check_spectrogram(a);
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

// The elements of the window that begins at `begin`: where they lie, or, beyond the ends of the sound, a copy.
const float* window_at(const Args& a, const float* x, int64_t n, int64_t begin, float* copy) {
  const int length = a.window_length;
  if (begin >= 0 && begin + length <= n) return x + begin;
  for (int i = 0; i < length; ++i) copy[i] = sound_at(x, n, begin + i, a.reflect_padding);
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
  const auto& plan = s.shared<SpectrogramPlan>();
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
      const int64_t begin = (t + l) * a.window_step + first_window(a);
      rows[l] = window_at(a, x, n, begin, copies + static_cast<int64_t>(l) * a.window_length);
    }
    interleave(rows, lanes, a.window_length, in);
    multiply(plan.window, in);
    fft.power(in, inner, a.power == 1, power);
    store(w, t, lanes, power, frequencies, s.out[0].as<float>());
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(spectrogram, SpectrogramArgs, Windows, setup, run, share_spectrogram, kNone)

}  // namespace penstock::ops
