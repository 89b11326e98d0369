// readers.nemoAsr on the CPU: reads the file of one entry and decodes its part of the sound.
#include <cstring>

#include "core/op.h"
#include "dataset/record_source.h"
#include "generated/ops/readers_nemo_asr.h"
#include "kernels/audio/decode_sound.h"
#include "ops/readers_nemo_asr/columns.h"

namespace penstock::ops {
namespace {

using Args = ReadersNemoAsrArgs;

struct State {
  audio::SoundPlan plan;
  int64_t bytes = 0;  // of the file
};

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<OpenFiles>(!args.dont_use_mmap); }

audio::SoundRequest request(const Args& a, const SampleBase& s) {
  audio::SoundRequest r = audio::sound_request(a);
  r.begin = s.dataset().number<double>(kOffsetColumn, s.sample->index);
  r.duration = s.dataset().number<double>(kDurationColumn, s.sample->index);
  return r;
}

// The file's bytes. Decoders get a copy, because a mapping may lose its bytes while they read it.
audio::Bytes read_whole(const SampleBase& s) {
  const ExtentSource source(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  const auto size = static_cast<size_t>(source.size());
  auto* bytes = s.scratch->get<uint8_t>(size);
  source.copy(0, bytes, source.size());
  return {bytes, size};
}

void setup(const Args& a, SampleSetup& s, State& state) {
  const audio::Bytes bytes = read_whole(s);
  state.bytes = static_cast<int64_t>(bytes.size);
  state.plan = audio::plan_sound(request(a, s), bytes, s.local<audio::SoundLocal>(), s.out[0]);
  s.cost = state.plan.cost;
  OutSpec* out = &s.out[1];
  if (a.read_sample_rate) *out++ = {DType::float32, {}, {}};
  if (a.read_text) {
    *out++ = {DType::uint8, {}, {static_cast<int64_t>(s.dataset().text(kTextColumn, s.sample->index).size())}};
  }
  if (a.read_idxs) *out++ = {DType::int64, {}, {1}};
}

void run(const Args& a, SampleRun& s, State& state) {
  const audio::Bytes bytes = read_whole(s);
  if (static_cast<int64_t>(bytes.size) != state.bytes) {
    fail(ErrorCode::FILE_UNREADABLE, "Expected a file of %lld bytes, as it was before, but received %zu bytes",
         static_cast<long long>(state.bytes), bytes.size);
  }
  s.warned = state.plan.sound.cut;
  audio::decode_sound(request(a, s), bytes, state.plan, s.local<audio::SoundLocal>(), *s.scratch, s.out[0]);
  const TensorView* out = &s.out[1];
  if (a.read_sample_rate) *(out++)->as<float>() = state.plan.step > 0 ? a.sample_rate : state.plan.rate();
  if (a.read_text) {
    const std::string_view text = s.dataset().text(kTextColumn, s.sample->index);
    if (!text.empty())
      std::memcpy((out++)->data, text.data(), text.size());
    else
      ++out;
  }
  if (a.read_idxs) *(out++)->as<int64_t>() = s.sample->index;
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_nemo_asr, ReadersNemoAsrArgs, State, setup, run, share, kNone)

}  // namespace penstock::ops
