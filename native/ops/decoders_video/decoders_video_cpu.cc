// decoders.video on the CPU. setup() lists the packets, so that the number of frames is known; run() decodes.
#include <algorithm>
#include <vector>

#include "core/extents.h"
#include "core/shared_work.h"
#include "formats/video/clip_sound.h"
#include "formats/video/decode_clip.h"
#include "formats/video/index_shelf.h"
#include "generated/ops/decoders_video.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::ops {
namespace {

struct DecodersVideoState {
  int64_t frames = 0;  // of the video
  int64_t index = 0;   // its number on the shelf
};

struct DecodersVideoLocal : ThreadLocalState {
  audio::SincFilters filters;
};

struct DecodedIndexes : SharedState {
  video::IndexShelf indexes;
};

std::unique_ptr<SharedState> share(const DecodersVideoArgs&) { return std::make_unique<DecodedIndexes>(); }

// The frames of the sequence, before those beyond the end get what stands for them.
struct Range {
  int64_t start, stride, count;
};

Range range_of(const DecodersVideoArgs& a, int64_t frames) {
  const int64_t start = a.start_frame, stride = a.stride;
  if (start >= frames) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a frame of the video, below %lld, for startFrame but received %lld",
         static_cast<long long>(frames), static_cast<long long>(start));
  }
  const auto until = [&](int64_t end) { return (end - start + stride - 1) / stride; };
  const bool cut = a.pad_mode == DecodersVideoArgs::PadMode::none;
  if (a.has(DecodersVideoArgs::kSequenceLength)) {
    const int64_t length = a.sequence_length;
    return {start, stride, cut ? std::min(length, until(frames)) : length};
  }
  if (!a.has(DecodersVideoArgs::kEndFrame)) return {start, stride, until(frames)};
  if (a.end_frame <= start) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected more than startFrame, %lld, for endFrame but received %d",
         static_cast<long long>(start), a.end_frame);
  }
  return {start, stride, until(cut ? std::min<int64_t>(a.end_frame, frames) : a.end_frame)};
}

video::FrameSteps steps_of(const DecodersVideoArgs& a, const video::VideoIndex& index) {
  return {index, {0, index.count()}, a.fps, static_cast<video::Between>(a.between)};
}

int64_t count_of(const DecodersVideoArgs& a, const video::VideoIndex& index) {
  if (a.has(DecodersVideoArgs::kTimes)) return a.times.size;
  if (a.has(DecodersVideoArgs::kFrames)) return a.frames.size;
  const int64_t frames = steps_of(a, index).count();
  return a.uniform_sample ? int64_t{a.sequence_length} : range_of(a, frames).count;
}

std::vector<int32_t> numbers_at_times(const DecodersVideoArgs& a, const video::VideoIndex& index) {
  const auto between = static_cast<video::Between>(a.between);
  const video::FrameRange all{0, index.count()};
  std::vector<int32_t> numbers;
  for (const float time : a.times) {
    const int64_t frame = video::frame_at(index, all, video::given_time(time, between), between);
    if (frame == all.end && a.pad_mode == DecodersVideoArgs::PadMode::none) {
      fail(ErrorCode::BAD_SAMPLE, "Expected times before the end of the video, at %.3f s, for times but received %g",
           index.end_seconds(), static_cast<double>(time));
    }
    numbers.push_back(video::frame_in(all, frame, static_cast<video::PadMode>(a.pad_mode)));
  }
  return numbers;
}

std::vector<int32_t> numbers_of(const DecodersVideoArgs& a, const video::VideoIndex& index) {
  if (a.has(DecodersVideoArgs::kTimes)) return numbers_at_times(a, index);
  const video::FrameSteps steps = steps_of(a, index);
  const int64_t count = steps.count();
  std::vector<int32_t> numbers;
  const auto add = [&](int64_t step) {
    if (step >= count && a.pad_mode == DecodersVideoArgs::PadMode::none) {
      fail(ErrorCode::BAD_SAMPLE, "Expected frames of the video, below %lld, for frames but received %lld",
           static_cast<long long>(count), static_cast<long long>(step));
    }
    numbers.push_back(steps.frame(step, static_cast<video::PadMode>(a.pad_mode)));
  };
  if (a.has(DecodersVideoArgs::kFrames)) {
    for (const int32_t frame : a.frames) add(frame);
  } else if (const Range r = range_of(a, count); a.uniform_sample) {
    for (const int32_t step : video::even_frames({r.start, count}, a.sequence_length)) add(step);
  } else {
    for (int64_t i = 0; i < r.count; ++i) add(r.start + i * r.stride);
  }
  return numbers;
}

video::MemorySource source_of(const TensorView& in) {
  const codecs::Bytes bytes = encoded_input(in);
  return {bytes.data, static_cast<int64_t>(bytes.size)};
}

void setup(const DecodersVideoArgs& a, SampleSetup& s, DecodersVideoState& state) {
  const video::ClipSpec spec = video::padded_clip_spec(a);
  video::check_dtype(a.dtype);
  video::MemorySource bytes = source_of(s.in[0]);
  video::VideoFile file(bytes.source(), spec.max_pixels, nullptr, false, a.audio);
  const video::FrameSize size = video::frame_size(file, spec);
  state.frames = file.frames();
  OutSpec& out = s.out[0];
  out.dtype = a.dtype;
  out.layout = "FHWC";
  out.shape = {count_of(a, file.index()), size.height, size.width, spec.channels()};
  check_extents(out, ErrorCode::BAD_SAMPLE, "the sequence");
  OutSpec* fact = &s.out[1];
  const bool one = a.enable_frame_num == DecodersVideoArgs::EnableFrameNum::scalar;
  if (a.enable_frame_num != DecodersVideoArgs::EnableFrameNum::none)
    *fact++ = {DType::int32, {}, {one ? 1 : out.shape[0]}};
  if (a.enable_timestamps) *fact++ = {DType::float64, {}, {out.shape[0]}};
  if (a.audio) video::setup_sound(video::sound_spec(a), file.index(), numbers_of(a, file.index()), *fact);
  state.index = s.shared<DecodedIndexes>().indexes.put(file.shared_index());
  s.cost = static_cast<double>(out.shape[0]) * static_cast<double>(size.width * size.height);
}

void run(const DecodersVideoArgs& a, SampleRun& s, DecodersVideoState& state) {
  const video::ClipSpec spec = video::padded_clip_spec(a);
  video::MemorySource bytes = source_of(s.in[0]);
  const video::IndexShelf& indexes = s.shared<DecodedIndexes>().indexes;
  video::VideoFile file(bytes.source(), spec.max_pixels, indexes.get(state.index), spec.alpha);
  if (file.frames() != state.frames) fail(ErrorCode::BAD_SAMPLE, "The bytes of the video have changed");
  const std::vector<int32_t> numbers = numbers_of(a, file.index());
  file.use_threads(this_turn().threads);
  video::make_clip(s, file, spec, numbers);
  TensorView* fact = &s.out[1];
  if (a.enable_frame_num == DecodersVideoArgs::EnableFrameNum::scalar) *(fact++)->as<int32_t>() = numbers[0];
  if (a.enable_frame_num == DecodersVideoArgs::EnableFrameNum::sequence)
    video::write_numbers(numbers, (fact++)->as<int32_t>());
  if (a.enable_timestamps) video::write_seconds(file.index(), numbers, (fact++)->as<double>());
  if (a.audio) {
    video::SoundFile sound(bytes.source(), file.shared_index());
    video::run_sound(video::sound_spec(a), file.index(), numbers, sound, s.local<DecodersVideoLocal>().filters,
                     *s.scratch, *fact);
  }
  indexes.drop(state.index);
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(decoders_video, DecodersVideoArgs, DecodersVideoState, setup, run, share,
                        kReadsInput | kRunsMixed)

}  // namespace penstock::ops
