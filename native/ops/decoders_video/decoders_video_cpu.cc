// decoders.video on the CPU. setup() lists the packets, so that the number of frames is known; run() decodes.
#include <algorithm>
#include <vector>

#include "core/extents.h"
#include "formats/video/decode_clip.h"
#include "generated/ops/decoders_video.h"
#include "kernels/convolve/border.h"
#include "kernels/decode/decoder_op.h"

namespace penstock::ops {
namespace {

using Args = DecodersVideoArgs;
using PadMode = Args::PadMode;

struct State {
  int64_t frames = 0;  // of the video
};

video::ClipSpec clip_spec(const Args& a) {
  video::ClipSpec spec;
  spec.matrix = static_cast<video::ColorMatrix>(a.color_matrix);
  spec.range = static_cast<video::ColorRange>(a.color_range);
  for (int c = 0; c < 3 && !a.fill_value.empty(); ++c) spec.fill[c] = static_cast<uint8_t>(a.fill_value.at(c));
  spec.max_pixels = a.max_pixels;
  spec.max_seconds = a.max_decode_seconds;
  return spec;
}

Border border_of(PadMode mode) {
  switch (mode) {
    case PadMode::edge:
    case PadMode::repeat: return Border::clamp;
    case PadMode::reflect_1001:
    case PadMode::symmetric: return Border::reflect_1001;
    case PadMode::reflect_101:
    case PadMode::reflect: return Border::reflect_101;
    default: return Border::constant;
  }
}

// The frames of the sequence, before those beyond the end get what stands for them.
struct Range {
  int64_t start, stride, count;
};

Range range_of(const Args& a, int64_t frames) {
  const int64_t start = a.start_frame, stride = a.stride;
  if (start >= frames) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a frame of the video, below %lld, for startFrame but received %lld",
         static_cast<long long>(frames), static_cast<long long>(start));
  }
  const auto until = [&](int64_t end) { return (end - start + stride - 1) / stride; };
  const bool cut = a.pad_mode == PadMode::none;
  if (a.has(Args::kSequenceLength)) {
    const int64_t length = a.sequence_length;
    return {start, stride, cut ? std::min(length, until(frames)) : length};
  }
  if (!a.has(Args::kEndFrame)) return {start, stride, until(frames)};
  if (a.end_frame <= start) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected more than startFrame, %lld, for endFrame but received %d",
         static_cast<long long>(start), a.end_frame);
  }
  return {start, stride, until(cut ? std::min<int64_t>(a.end_frame, frames) : a.end_frame)};
}

int64_t count_of(const Args& a, int64_t frames) {
  return a.has(Args::kFrames) ? int64_t{a.frames.size} : range_of(a, frames).count;
}

std::vector<int32_t> numbers_of(const Args& a, int64_t frames) {
  std::vector<int32_t> numbers;
  const auto add = [&](int64_t frame) {
    if (frame >= frames && a.pad_mode == PadMode::none) {
      fail(ErrorCode::BAD_SAMPLE, "Expected frames of the video, below %lld, for frames but received %lld",
           static_cast<long long>(frames), static_cast<long long>(frame));
    }
    numbers.push_back(static_cast<int32_t>(border_index(frame, frames, border_of(a.pad_mode))));
  };
  if (a.has(Args::kFrames)) {
    for (const int32_t frame : a.frames) add(frame);
    return numbers;
  }
  const Range r = range_of(a, frames);
  for (int64_t i = 0; i < r.count; ++i) add(r.start + i * r.stride);
  return numbers;
}

video::MemorySource source_of(const TensorView& in) {
  const codecs::Bytes bytes = encoded_input(in);
  return {bytes.data, static_cast<int64_t>(bytes.size)};
}

void setup(const Args& a, SampleSetup& s, State& state) {
  const video::ClipSpec spec = clip_spec(a);
  video::MemorySource bytes = source_of(s.in[0]);
  video::VideoFile file(bytes.source(), spec.max_pixels);
  const video::FrameSize size = video::frame_size(file, spec);
  state.frames = file.frames();
  OutSpec& out = s.out[0];
  out.dtype = DType::uint8;
  out.layout = "FHWC";
  out.shape = {count_of(a, state.frames), size.height, size.width, 3};
  check_extents(out, ErrorCode::BAD_SAMPLE, "the sequence");
  s.cost = static_cast<double>(out.shape[0]) * static_cast<double>(size.width * size.height);
}

void run(const Args& a, SampleRun& s, State& state) {
  const video::ClipSpec spec = clip_spec(a);
  video::MemorySource bytes = source_of(s.in[0]);
  video::VideoFile file(bytes.source(), spec.max_pixels);
  if (file.frames() != state.frames) fail(ErrorCode::BAD_SAMPLE, "The bytes of the video have changed");
  video::decode_clip(file, spec, numbers_of(a, state.frames), *s.scratch, s.out[0]);
}

}  // namespace

PENSTOCK_CPU_OP(decoders_video, Args, State, setup, run, kReadsInput)

}  // namespace penstock::ops
