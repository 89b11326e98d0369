// decoders.audio on the CPU. setup() reads the header, run() decodes.
#include "formats/sound/decode_sound.h"
#include "generated/ops/decoders_audio.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::ops {
namespace {

void setup(const DecodersAudioArgs& a, SampleSetup& s, audio::SoundPlan& plan) {
  plan = audio::plan_sound(audio::sound_request(a), encoded_input(s.in[0]), s.local<audio::SoundLocal>(), s.out[0]);
  s.out[1].dtype = DType::float32;
  s.out[1].shape = {};
  s.cost = plan.cost;
}

void run(const DecodersAudioArgs& a, SampleRun& s, audio::SoundPlan& plan) {
  s.warned = plan.sound.cut;
  *s.out[1].as<float>() = plan.step > 0 ? a.sample_rate : plan.rate();
  audio::decode_sound(audio::sound_request(a), encoded_input(s.in[0]), plan, s.local<audio::SoundLocal>(), *s.scratch,
                      s.out[0]);
}

}  // namespace

PENSTOCK_CPU_OP(decoders_audio, DecodersAudioArgs, audio::SoundPlan, setup, run, kReadsInput)

}  // namespace penstock::ops
