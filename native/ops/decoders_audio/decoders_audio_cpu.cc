// decoders.audio on the CPU. setup() reads the header, run() decodes, into the output itself unless channels are mixed.
#include "core/extents.h"
#include "generated/ops/decoders_audio.h"
#include "kernels/audio/elements.h"
#include "kernels/audio/sound.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::ops {
namespace {

void setup(const DecodersAudioArgs& a, SampleSetup& s, audio::Sound& sound) {
  if (a.dtype != DType::float32 && a.dtype != DType::int16 && a.dtype != DType::int32) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected float32, int16 or int32 for dtype but received %s",
         dtype_name(a.dtype));
  }
  const codecs::Bytes bytes = encoded_input(s.in[0]);
  sound = s.local<audio::SoundDecoders>().header(bytes);
  OutSpec& out = s.out[0];
  out.dtype = a.dtype;
  out.shape = a.downmix ? Shape{sound.frames} : Shape{sound.frames, sound.channels};
  check_extents(out, ErrorCode::BAD_SAMPLE, "the sound");
  s.out[1].dtype = DType::float32;
  s.out[1].shape = {};
  // Plain elements are copied; others take several times as long.
  const bool plain = sound.format == audio::Format::wav || sound.format == audio::Format::aiff;
  s.cost = static_cast<double>(sound.frames) * sound.channels * (plain ? 1 : 10);
}

// The mean of the channels of each frame.
template <class T>
void mix(const float* in, int64_t frames, int channels, T* out) {
  const float share = 1.f / static_cast<float>(channels);
  for (int64_t i = 0; i < frames; ++i, in += channels) {
    float sum = in[0] * share;
    for (int c = 1; c < channels; ++c) sum += in[c] * share;
    out[i] = audio::from_float<T>(sum);
  }
}

template <class T>
void decode(const DecodersAudioArgs& a, SampleRun& s, const audio::Sound& sound) {
  auto& decoders = s.local<audio::SoundDecoders>();
  const codecs::Bytes bytes = encoded_input(s.in[0]);
  T* out = s.out[0].as<T>();
  if (!a.downmix || sound.channels == 1) {
    decoders.decode(bytes, sound, out);
    return;
  }
  auto* whole = s.scratch->get<float>(static_cast<size_t>(sound.frames) * sound.channels);
  decoders.decode(bytes, sound, whole);
  mix(whole, sound.frames, sound.channels, out);
}

void run(const DecodersAudioArgs& a, SampleRun& s, audio::Sound& sound) {
  s.warned = sound.cut;
  *s.out[1].as<float>() = static_cast<float>(sound.rate);
  if (a.dtype == DType::int16) return decode<int16_t>(a, s, sound);
  if (a.dtype == DType::int32) return decode<int32_t>(a, s, sound);
  decode<float>(a, s, sound);
}

}  // namespace

PENSTOCK_CPU_OP(decoders_audio, DecodersAudioArgs, audio::Sound, setup, run, kReadsInput)

}  // namespace penstock::ops
