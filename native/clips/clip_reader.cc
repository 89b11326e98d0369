// See clip_reader.h.
#include "clips/clip_reader.h"

#include <algorithm>

#include "core/extents.h"

namespace penstock::clips {

std::vector<int32_t> ClipShared::frames_of(const Clip& clip, const video::VideoIndex& index) const {
  if (rules.uniform) return video::even_frames(clip.range, rules.length);
  std::vector<int32_t> numbers;
  for (const double time : rules.times) {
    numbers.push_back(video::frame_in(clip.range, video::frame_at(index, clip.range, time, rules.between), spec.pad));
  }
  if (!numbers.empty()) return numbers;
  const video::FrameSteps steps(index, clip.range, rules.fps, rules.between);
  for (int64_t i = 0; i < rules.length; ++i) {
    numbers.push_back(steps.frame(clip.start - clip.range.begin + i * rules.stride, spec.pad));
  }
  return numbers;
}

void ClipShared::append_reads(const Dataset& data, int64_t sample, std::vector<Extent>& to) const {
  const Clip clip = clip_at(data, sample);
  std::shared_ptr<const video::VideoIndex> index;
  try {
    index = videos.index(data, clip.file);
  } catch (const Error&) {
    return;  // the sample fails with it
  }
  const std::vector<int32_t> frames = frames_of(clip, *index);
  for (const video::PacketRun& run : index->runs_of(frames)) to.push_back({clip.file, run.offset, run.size});
  if (!sound.given) return;
  for (const video::PacketRun& run : video::sound_runs(*index, frames)) {
    to.push_back({clip.file, run.offset, run.size});
  }
}

video::FrameSize setup_clip(const ClipShared& shared, SampleSetup& s, DType dtype, OutSpec& out) {
  const Clip clip = clip_at(s.dataset(), s.sample->index);
  const auto index = shared.videos.index(s.dataset(), clip.file);
  video::FrameSize size = video::stored_size(*index, shared.spec);
  if (!size.width) {
    shared.videos.use(s.dataset(), clip.file, 0, {},
                      [&](video::VideoFile& f, video::SoundFile&) { size = video::frame_size(f, shared.spec); });
  }
  out = {};
  out.dtype = dtype;
  out.layout = "FHWC";
  out.shape = {shared.rules.length, size.height, size.width, shared.spec.channels()};
  check_extents(out, ErrorCode::BAD_SAMPLE, "the sequence");
  const video::PacketSpan span = index->span_of(shared.frames_of(clip, *index));
  s.cost = static_cast<double>(span.decoded) * static_cast<double>(size.width * size.height);
  shared_work() = {1 + clip.file, span.begin, span.end};
  return size;
}

void setup_facts(const ClipShared& shared, SampleSetup& s) {
  OutSpec* out = &s.out[1];
  // Labels come where the arguments give some, which the number of outputs tells.
  if (s.num_outputs > 1 + shared.facts()) *out++ = {DType::int32, {}, {1}};
  if (shared.numbers != FrameNumbers::none) {
    *out++ = {DType::int32, {}, {shared.numbers == FrameNumbers::scalar ? 1 : shared.rules.length}};
  }
  if (shared.timestamps) *out++ = {DType::float64, {}, {shared.rules.length}};
  if (!shared.sound.given) return;
  const Clip clip = clip_at(s.dataset(), s.sample->index);
  const auto index = shared.videos.index(s.dataset(), clip.file);
  video::setup_sound(shared.sound, *index, shared.frames_of(clip, *index), *out);
}

void run_facts(const ClipShared& shared, SampleRun& s) {
  const Clip clip = clip_at(s.dataset(), s.sample->index);
  const auto index = shared.videos.index(s.dataset(), clip.file);
  const std::vector<int32_t> frames = shared.frames_of(clip, *index);
  TensorView* out = &s.out[1];
  if (s.num_outputs > 1 + shared.facts()) *(out++)->as<int32_t>() = clip.label;
  if (shared.numbers == FrameNumbers::scalar) *(out++)->as<int32_t>() = frames[0];
  if (shared.numbers == FrameNumbers::sequence) video::write_numbers(frames, (out++)->as<int32_t>());
  if (shared.timestamps) video::write_seconds(*index, frames, out->as<double>());
}

void run_clip(const ClipShared& shared, SampleRun& s, audio::SincFilters& filters, const BroughtBytes* brought,
              const std::function<void(video::VideoFile&, const std::vector<int32_t>&)>& decode) {
  const Clip clip = clip_at(s.dataset(), s.sample->index);
  const auto index = shared.videos.index(s.dataset(), clip.file);
  const std::vector<int32_t> frames = shared.frames_of(clip, *index);
  const video::PacketSpan span = index->span_of(frames);
  int32_t first = INT32_MAX;
  for (const int32_t frame : frames) first = frame >= 0 ? std::min(first, frame) : first;
  if (first == INT32_MAX) first = 0;
  shared.videos.use(
      s.dataset(), clip.file, first, {span.begin, span.end, this_turn().shared_end},
      [&](video::VideoFile& file, video::SoundFile& sound) {
        file.use_threads(this_turn().threads);
        decode(file, frames);
        if (!shared.sound.given) return;
        video::run_sound(shared.sound, *index, frames, sound, filters, *s.scratch, s.out[s.num_outputs - 1]);
      },
      brought);
}

void setup_outputs(const ClipShared& shared, SampleSetup& s) {
  setup_clip(shared, s, shared.dtype, s.out[0]);
  setup_facts(shared, s);
}

void run_outputs(const ClipShared& shared, SampleRun& s, audio::SincFilters& filters, const BroughtBytes* brought) {
  run_clip(shared, s, filters, brought, [&](video::VideoFile& file, const std::vector<int32_t>& numbers) {
    video::make_clip(s, file, shared.spec, numbers);
  });
  run_facts(shared, s);
}

}  // namespace penstock::clips
