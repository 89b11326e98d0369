// decoders.audio on the CPU. setup() reads the header, run() decodes: into the output itself, unless channels are mixed
// or the rate is changed.
#include "core/extents.h"
#include "generated/ops/decoders_audio.h"
#include "kernels/audio/elements.h"
#include "kernels/audio/sinc.h"
#include "kernels/audio/sound.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::ops {
namespace {

using Args = DecodersAudioArgs;

struct Plan {
  audio::Sound sound;
  double step = 0;     // frames of the file for one of the output; 0: the rate stays
  int64_t frames = 0;  // of the output
  int channels = 1;    // of the output
};

struct Local : ThreadLocalState {
  audio::SoundDecoders decoders;
  audio::SincFilters filters;
};

void plan_rate(const Args& a, Plan& plan) {
  if (!(a.sample_rate >= 0)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 0 or more for sampleRate but received %g",
         static_cast<double>(a.sample_rate));
  }
  audio::check_quality(a.quality);
  plan.frames = plan.sound.frames;
  if (a.sample_rate == 0 || a.sample_rate == plan.sound.rate) return;
  plan.step = plan.sound.rate / a.sample_rate;
  audio::check_stretch(audio::lobes_of(a.quality), audio::stretch_of(plan.step, a.antialias));
  plan.frames = audio::resampled_length(plan.sound.frames, plan.sound.rate, a.sample_rate);
}

void setup(const Args& a, SampleSetup& s, Plan& plan) {
  if (a.dtype != DType::float32 && a.dtype != DType::int16 && a.dtype != DType::int32) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected float32, int16 or int32 for dtype but received %s",
         dtype_name(a.dtype));
  }
  const codecs::Bytes bytes = encoded_input(s.in[0]);
  const audio::Sound& sound = plan.sound = s.local<Local>().decoders.header(bytes);
  plan_rate(a, plan);
  plan.channels = a.downmix ? 1 : sound.channels;
  OutSpec& out = s.out[0];
  out.dtype = a.dtype;
  out.shape = a.downmix ? Shape{plan.frames} : Shape{plan.frames, sound.channels};
  check_extents(out, ErrorCode::BAD_SAMPLE, "the sound");
  s.out[1].dtype = DType::float32;
  s.out[1].shape = {};
  // Plain elements are copied; others take several times as long, and so does each that is resampled.
  const bool plain = sound.format == audio::Format::wav || sound.format == audio::Format::aiff;
  s.cost = static_cast<double>(sound.frames) * sound.channels * (plain ? 1 : 10);
  if (plan.step > 0) s.cost += static_cast<double>(plan.frames) * plan.channels * 10;
}

// The sound at another rate. Each channel lies within margins of zeros.
template <class T>
void resample(const Args& a, SampleRun& s, const Plan& plan, const float* sound, T* out) {
  const audio::SincFilter& filter =
      s.local<Local>().filters.get(audio::lobes_of(a.quality), audio::stretch_of(plan.step, a.antialias));
  const int64_t n = plan.sound.frames, margin = filter.margin();
  auto* x = s.scratch->get<float>(static_cast<size_t>(n + 2 * margin)) + margin;
  auto* weights = s.scratch->get<float>(filter.weights());
  std::fill_n(x - margin, margin, 0.f);
  std::fill_n(x + n, margin, 0.f);
  for (int c = 0; c < plan.channels; ++c) {
    if (a.downmix) {
      audio::mix_channels(sound, n, plan.sound.channels, x);
    } else {
      for (int64_t i = 0; i < n; ++i) x[i] = sound[i * plan.channels + c];
    }
    filter.resample(x, n, plan.step, plan.frames, weights, out + c, plan.channels);
  }
}

template <class T>
void decode(const Args& a, SampleRun& s, const Plan& plan) {
  auto& decoders = s.local<Local>().decoders;
  const codecs::Bytes bytes = encoded_input(s.in[0]);
  T* out = s.out[0].as<T>();
  const bool mixed = a.downmix && plan.sound.channels > 1;
  if (!mixed && plan.step == 0) {
    decoders.decode(bytes, plan.sound, out);
    return;
  }
  auto* whole = s.scratch->get<float>(static_cast<size_t>(plan.sound.frames) * plan.sound.channels);
  decoders.decode(bytes, plan.sound, whole);
  if (plan.step > 0) {
    resample(a, s, plan, whole, out);
  } else {
    audio::mix_channels(whole, plan.frames, plan.sound.channels, out);
  }
}

void run(const Args& a, SampleRun& s, Plan& plan) {
  s.warned = plan.sound.cut;
  *s.out[1].as<float>() = plan.step > 0 ? a.sample_rate : static_cast<float>(plan.sound.rate);
  if (a.dtype == DType::int16) return decode<int16_t>(a, s, plan);
  if (a.dtype == DType::int32) return decode<int32_t>(a, s, plan);
  decode<float>(a, s, plan);
}

}  // namespace

PENSTOCK_CPU_OP(decoders_audio, DecodersAudioArgs, Plan, setup, run, kReadsInput)

}  // namespace penstock::ops
