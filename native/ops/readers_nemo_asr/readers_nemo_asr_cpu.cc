// readers.nemoAsr on the CPU: decodes the entry's part of a sound. setup() reads the beginning of the file, which has
// the header of all but Ogg files; run() reads what it decodes: of WAV and AIFF the elements of the part alone.
#include <algorithm>
#include <cstring>

#include "core/op.h"
#include "dataset/set/record_source.h"
#include "formats/sound/decode_sound.h"
#include "generated/ops/readers_nemo_asr.h"
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

ExtentSource open(const SampleBase& s) { return {s.dataset(), s.shared<OpenFiles>(), s.sample->index}; }

// Bytes of the file. Decoders get a copy, because a mapping may lose its bytes while they read it.
audio::Bytes read(const SampleBase& s, const ExtentSource& source, const audio::SoundExtent& part) {
  auto* bytes = s.scratch->get<uint8_t>(part.size);
  source.copy(static_cast<int64_t>(part.offset), bytes, static_cast<int64_t>(part.size));
  return {bytes, part.size};
}

void setup(const Args& a, SampleSetup& s, State& state) {
  constexpr size_t kHead = 4096;
  const ExtentSource source = open(s);
  const auto size = static_cast<size_t>(source.size());
  const audio::SoundRequest r = request(a, s);
  auto& local = s.local<audio::SoundLocal>();
  const audio::Bytes head = read(s, source, {0, std::min(size, kHead)});
  if (!audio::plan_head(r, {head, size}, local, s.out[0], state.plan)) {
    state.plan = audio::plan_sound(r, read(s, source, {0, size}), local, s.out[0]);
  }
  state.bytes = source.size();
  s.cost = state.plan.cost;
  OutSpec* out = &s.out[1];
  if (a.read_sample_rate) *out++ = {DType::float32, {}, {}};
  if (a.read_text) {
    *out++ = {DType::uint8, {}, {static_cast<int64_t>(s.dataset().text(kTextColumn, s.sample->index).size())}};
  }
  if (a.read_idxs) *out++ = {DType::int64, {}, {1}};
}

void run(const Args& a, SampleRun& s, State& state) {
  const ExtentSource source = open(s);
  if (source.size() != state.bytes) {
    fail(ErrorCode::FILE_UNREADABLE, "Expected a file of %lld bytes, as it was before, but received %lld bytes",
         static_cast<long long>(state.bytes), static_cast<long long>(source.size()));
  }
  const audio::SoundExtent part = audio::needed_bytes(state.plan, static_cast<size_t>(state.bytes));
  s.warned = state.plan.sound.cut;
  audio::decode_sound(request(a, s), read(s, source, part), audio::within(state.plan, part),
                      s.local<audio::SoundLocal>(), *s.scratch, s.out[0]);
  const TensorView* out = &s.out[1];
  if (a.read_sample_rate) *(out++)->as<float>() = state.plan.step > 0 ? a.sample_rate : state.plan.rate();
  if (a.read_text) {
    const std::string text = s.dataset().text(kTextColumn, s.sample->index);
    if (!text.empty()) std::memcpy(out->data, text.data(), text.size());
    ++out;
  }
  if (a.read_idxs) *(out++)->as<int64_t>() = s.sample->index;
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_nemo_asr, ReadersNemoAsrArgs, State, setup, run, share, kNone)

}  // namespace penstock::ops
