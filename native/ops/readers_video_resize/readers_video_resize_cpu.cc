// readers.videoResize on the CPU: a frame is decoded into scratch memory and resized to its place.
#include <cstring>

#include "clips/clip_reader.h"
#include "generated/ops/readers_video_resize.h"
#include "kernels/resample/resize_op.h"

namespace penstock::ops {
namespace {

using Args = ReadersVideoResizeArgs;

struct Local : ThreadLocalState {
  ResizeLocal resize;
  audio::SincFilters filters;
};

struct State {
  ResizeState resize;  // of one frame
  video::FrameSize size;
};

std::unique_ptr<SharedState> share(const Args& a) {
  return clips::share_clips(a, video::legacy_clip_spec(a), clips::clip_rules(a, a.pad_sequences));
}

void setup(const Args& a, SampleSetup& s, State& state) {
  if (a.hands_on) return clips::setup_reader(s);
  const clips::ClipShared& shared = clips::clips_of(s);
  OutSpec frame;
  state.size = clips::setup_clip(shared, s, a.dtype == DType::uint16 ? a.dtype : DType::uint8, frame);
  frame.shape[0] = 1;
  state.resize.layout = resize_layout(frame);
  resolve_resize(resize_request(a, state.resize.layout.spatial), resize_filters(a), frame.shape, state.resize);
  s.out[0] = resize_output(frame, state.resize, true, a.dtype);
  s.out[0].shape[0] = shared.rules.length;
  s.cost += resize_cost(state.resize) * static_cast<double>(shared.rules.length);
  clips::setup_facts(shared, s);
}

void run(const Args& a, SampleRun& s, State& state) {
  if (a.hands_on) return clips::run_reader(s);
  const clips::ClipShared& shared = clips::clips_of(s);
  auto& local = s.local<Local>();
  TensorView whole, part = s.out[0];
  whole.layout = "FHWC";
  whole.shape = {1, state.size.height, state.size.width, shared.spec.channels()};
  part.shape[0] = 1;
  const auto values = static_cast<size_t>(part.shape.volume());
  const size_t bytes = values * static_cast<size_t>(dtype_size(part.dtype));
  const auto at = [&](size_t i) { return s.out[0].as<uint8_t>() + i * bytes; };
  video::ClipWriter writer;
  writer.frame = [&](const av::Picture& p, size_t i) {
    const Scratch::Mark mark = s.scratch->mark();
    // Fractions, where there are some, are resized too.
    whole.dtype = part.dtype == DType::float32 && p.depth <= 8 ? DType::uint8 : part.dtype;
    whole.data = s.scratch->get(static_cast<size_t>(whole.shape.volume() * dtype_size(whole.dtype)));
    video::convert(p, shared.spec, whole.dtype, whole.data, *s.scratch);
    part.data = at(i);
    run_resize(state.resize, whole, part, local.resize, *s.scratch);
    s.scratch->rewind(mark);
    if (part.dtype != DType::float32 || !a.normalized) return;
    for (size_t k = 0; k < values; ++k) part.as<float>()[k] *= 1 / 255.0F;
  };
  writer.copy = [&](size_t from, size_t to) { std::memcpy(at(to), at(from), bytes); };
  // padSequences adds black frames, whose alpha is 0 too.
  writer.blank = [&](size_t i) { std::memset(at(i), 0, bytes); };
  clips::run_clip(shared, s, local.filters, nullptr, [&](video::VideoFile& file, const std::vector<int32_t>& numbers) {
    video::decode_frames(file, shared.spec, state.size, numbers, writer);
  });
  clips::run_facts(shared, s);
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_video_resize, ReadersVideoResizeArgs, State, setup, run, share, kNone)

}  // namespace penstock::ops
