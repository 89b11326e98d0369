// powerSpectrum on the CPU, eight signals at a time. Each thread keeps the plan of the last length.
#include <algorithm>
#include <optional>

#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/power_spectrum.h"
#include "kernels/fft/fft.h"

namespace penstock::ops {
namespace {

constexpr int kMaxNfft = 1 << 24;

struct SpectrumPlan : ThreadLocalState {
  std::optional<RealFft> fft;
};

struct Signal {
  int axis = 0, nfft = 0;
};

void setup(const PowerSpectrumArgs& a, SampleSetup& s, Signal& signal) {
  const OutSpec& in = s.in[0];
  if (in.dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 for the signal but received %s", dtype_name(in.dtype));
  }
  const int ndim = in.shape.ndim;
  if (!ndim) fail(ErrorCode::INVALID_INPUT, "Expected a signal of one dimension or more but received a number");
  if (a.axis < -ndim || a.axis >= ndim) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %d to %d for axis but received %d", -ndim, ndim - 1, a.axis);
  }
  signal.axis = a.axis < 0 ? a.axis + ndim : a.axis;
  const int64_t n = in.shape[signal.axis], nfft = a.has(PowerSpectrumArgs::kNfft) ? a.nfft : n;
  if (!n) {
    fail(ErrorCode::INVALID_INPUT, "Expected a signal of one element or more but received %s",
         extents_text(in).c_str());
  }
  if (nfft < 1 || nfft > kMaxNfft) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 to %d for nfft, or for the length of the signal, but received %lld",
         kMaxNfft, static_cast<long long>(nfft));
  }
  signal.nfft = static_cast<int>(nfft);
  s.out[0] = in;
  s.out[0].shape[signal.axis] = nfft / 2 + 1;
}

void run(const PowerSpectrumArgs& a, SampleRun& s, Signal& signal) {
  auto& plan = s.local<SpectrumPlan>();
  if (!plan.fft || plan.fft->length() != signal.nfft) plan.fft.emplace(signal.nfft);
  const RealFft& fft = *plan.fft;
  const TensorView& in = s.in[0];
  const int64_t n = in.shape[signal.axis], frequencies = fft.frequencies();
  const int64_t used = std::min<int64_t>(n, signal.nfft);
  const int64_t outer = volume_between(in.shape, 0, signal.axis),
                inner = volume_between(in.shape, signal.axis + 1, in.shape.ndim);
  const float* from = in.as<const float>();
  float* out = s.out[0].as<float>();
  auto* lanes = s.scratch->get<float>(static_cast<size_t>(fft.length()) * kFftLanes);
  auto* work = s.scratch->get<float>(fft.scratch());
  auto* power = s.scratch->get<float>(static_cast<size_t>(frequencies) * kFftLanes);
  std::fill_n(lanes, static_cast<int64_t>(fft.length()) * kFftLanes, 0.f);
  // Signal k lies at (k / inner) whole slices and k % inner elements.
  const auto at = [&](int64_t k, int64_t length) { return k / inner * length * inner + k % inner; };
  const float* rows[kFftLanes];
  float* spectra[kFftLanes];
  for (int64_t k = 0; k < outer * inner; k += kFftLanes) {
    const int some = static_cast<int>(std::min<int64_t>(kFftLanes, outer * inner - k));
    for (int l = 0; l < some; ++l) {
      rows[l] = from + at(k + l, n);
      spectra[l] = out + at(k + l, frequencies);
    }
    if (inner == 1) {
      interleave(rows, some, used, lanes);
    } else {
      for (int64_t i = 0; i < used; ++i) {
        for (int l = 0; l < some; ++l) lanes[i * kFftLanes + l] = rows[l][i * inner];
      }
    }
    fft.power(lanes, work, a.power == 1, power);
    if (inner == 1) {
      deinterleave(power, frequencies, spectra, some);
    } else {
      for (int64_t f = 0; f < frequencies; ++f) {
        for (int l = 0; l < some; ++l) spectra[l][f * inner] = power[f * kFftLanes + l];
      }
    }
  }
}

}  // namespace

PENSTOCK_CPU_OP(power_spectrum, PowerSpectrumArgs, Signal, setup, run, kNone)

}  // namespace penstock::ops
