// See chosen_frames.h.
#include "formats/video/chosen_frames.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "kernels/convolve/border.h"

namespace penstock::video {
namespace {

ops::Border border_for(PadMode mode) {
  switch (mode) {
    case PadMode::edge:
    case PadMode::repeat: return ops::Border::clamp;
    case PadMode::reflect_1001:
    case PadMode::symmetric: return ops::Border::reflect_1001;
    case PadMode::reflect_101:
    case PadMode::reflect: return ops::Border::reflect_101;
    default: return ops::Border::constant;
  }
}

// When a range begins and ends, in seconds from the first frame of the video on.
struct Span {
  double begin, end;
};
Span span_of(const VideoIndex& index, const FrameRange& range) {
  return {index.seconds(range.begin), range.end < index.count() ? index.seconds(range.end) : index.end_seconds()};
}

}  // namespace

double given_time(float seconds, Between between) {
  if (between == Between::nearest) return seconds;
  return (static_cast<double>(seconds) + static_cast<double>(std::nextafter(seconds, INFINITY))) / 2;
}

int64_t frame_at(const VideoIndex& index, const FrameRange& range, double seconds, Between between) {
  if (!index.timed) {
    fail(ErrorCode::BAD_SAMPLE,
         "Expected a video whose frames have times, as frames are chosen by times, but received one that has none");
  }
  if (range.count() <= 0) return range.end;
  const Span span = span_of(index, range);
  const double at = span.begin + seconds;
  // A video of one frame shows it at any time.
  if (span.end > span.begin && at >= span.end) return range.end;
  int64_t frame = std::max<int64_t>(index.last_until(at), range.begin);
  // In the middle it is the earlier one, whatever the last bits are.
  constexpr double kTie = 1e-9;
  if (between == Between::nearest && frame + 1 < index.count() &&
      index.seconds(frame + 1) - at < at - index.seconds(frame) - kTie) {
    ++frame;
  }
  return std::min(frame, range.end - 1);
}

FrameSteps::FrameSteps(const VideoIndex& index, const FrameRange& range, double fps, Between between)
    : index_(index), range_(range), fps_(fps), between_(between), count_(std::max<int64_t>(range.count(), 0)) {
  if (fps_ <= 0 || !count_) return;
  frame_at(index, range, 0, between);
  const Span span = span_of(index, range);
  // A step that begins where the range ends is none, although its time was rounded.
  constexpr double kNoise = 1e-6;
  const double steps = std::ceil((span.end - span.begin) * fps_ - kNoise);
  count_ = std::clamp<int64_t>(static_cast<int64_t>(std::min(steps, static_cast<double>(INT32_MAX))), 1, INT32_MAX);
}

int32_t FrameSteps::frame(int64_t step, PadMode mode) const {
  const int32_t at = frame_in({0, count_}, step, mode);
  if (at == kFillFrame) return at;
  if (fps_ <= 0) return static_cast<int32_t>(range_.begin + at);
  return static_cast<int32_t>(std::min(frame_at(index_, range_, at / fps_, between_), range_.end - 1));
}

int32_t frame_in(const FrameRange& range, int64_t frame, PadMode mode) {
  const int64_t at = ops::border_index(frame - range.begin, range.count(), border_for(mode));
  return at < 0 ? kFillFrame : static_cast<int32_t>(range.begin + at);
}

std::vector<int32_t> even_frames(const FrameRange& range, int64_t count) {
  std::vector<int32_t> numbers(static_cast<size_t>(count));
  const double step = count > 1 ? static_cast<double>(range.count() - 1) / static_cast<double>(count - 1) : 0;
  for (int64_t i = 0; i < count; ++i) {
    numbers[static_cast<size_t>(i)] = static_cast<int32_t>(range.begin + std::llround(static_cast<double>(i) * step));
  }
  return numbers;
}

void write_numbers(const std::vector<int32_t>& numbers, int32_t* to) { std::copy(numbers.begin(), numbers.end(), to); }

void write_seconds(const VideoIndex& index, const std::vector<int32_t>& numbers, double* to) {
  for (const int32_t n : numbers) *to++ = n == kFillFrame ? -1 : index.seconds(n);
}

}  // namespace penstock::video
