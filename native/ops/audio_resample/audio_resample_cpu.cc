// audioResample on the CPU, one channel at a time, in float32 between margins of zeros.
#include <cinttypes>

#include "core/extents.h"
#include "ops/audio_resample/audio_resample.h"

namespace penstock::ops {
namespace {

struct Filters : ThreadLocalState {
  audio::SincFilters filters;
};

bool is_sound(DType dtype) {
  return dispatch(dtype, [](auto zero) { return kIsSound<decltype(zero)>; });
}

void check_rate(const char* name, double value, bool zero) {
  if (value > 0 || (zero && value == 0)) return;
  fail(ErrorCode::INVALID_ARGUMENT, "Expected %s for %s but received %g", zero ? "0 or more" : "more than 0", name,
       value);
}

ResamplePlan plan_of(const AudioResampleArgs& a, int64_t n) {
  const bool in = a.has(AudioResampleArgs::kInRate);
  if (a.has(AudioResampleArgs::kOutLength))
    return {a.out_length ? static_cast<double>(n) / a.out_length : 1, a.out_length};
  if (in) check_rate("inRate", a.in_rate, false);
  const double from = in ? a.in_rate : 1, to = in ? a.out_rate : a.scale;
  check_rate(in ? "outRate" : "scale", to, true);
  if (to == 0) return {1, 0};
  return {from / to, audio::resampled_length(n, from, to)};
}

void setup(const AudioResampleArgs& a, SampleSetup& s, ResamplePlan& plan) {
  const OutSpec& in = s.in[0];
  if (!is_sound(in.dtype)) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 or whole numbers of 8 to 32 bits for the sound but received %s",
         dtype_name(in.dtype));
  }
  if (in.shape.ndim != 1 && in.shape.ndim != 2) {
    fail(ErrorCode::INVALID_INPUT, "Expected a sound of shape [frames] or [frames, channels] but received %s",
         extents_text(in).c_str());
  }
  const DType dtype = a.has(AudioResampleArgs::kDtype) ? a.dtype : in.dtype;
  if (!is_sound(dtype)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected float32 or whole numbers of 8 to 32 bits for dtype but received %s",
         dtype_name(dtype));
  }
  plan = plan_of(a, in.shape[0]);
  audio::check_stretch(audio::lobes_of(a.quality), audio::stretch_of(plan.step, a.antialias),
                       ErrorCode::INVALID_ARGUMENT);
  s.out[0] = in;
  s.out[0].dtype = dtype;
  s.out[0].shape[0] = plan.count;
}

std::unique_ptr<SharedState> share_filters(const AudioResampleArgs&) { return std::make_unique<DeviceFilters>(); }

void run(const AudioResampleArgs& a, SampleRun& s, ResamplePlan& plan) {
  const TensorView &in = s.in[0], &out = s.out[0];
  if (!out.shape.volume()) return;
  const int64_t n = in.shape[0];
  const int channels = in.shape.ndim == 2 ? static_cast<int>(in.shape[1]) : 1;
  const audio::SincFilter& filter =
      s.local<Filters>().filters.get(audio::lobes_of(a.quality), audio::stretch_of(plan.step, a.antialias));
  const int64_t margin = filter.margin();
  auto* whole = s.scratch->get<float>(static_cast<size_t>(n + 2 * margin));
  std::fill_n(whole, margin, 0.f);
  std::fill_n(whole + margin + n, margin, 0.f);
  float *x = whole + margin, *weights = s.scratch->get<float>(filter.weights());
  for (int c = 0; c < channels; ++c) {
    dispatch(in.dtype, [&](auto zero) {
      using T = decltype(zero);
      const T* from = in.as<const T>();
      if constexpr (kIsSound<T>) {
        for (int64_t i = 0; i < n; ++i) x[i] = audio::to_float(from[i * channels + c]);
      }
    });
    dispatch(out.dtype, [&](auto zero) {
      using T = decltype(zero);
      if constexpr (kIsSound<T>) filter.resample(x, n, plan.step, plan.count, weights, out.as<T>() + c, channels);
    });
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(audio_resample, AudioResampleArgs, ResamplePlan, setup, run, share_filters, kNone)

}  // namespace penstock::ops
