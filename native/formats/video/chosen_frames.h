// Which frames a sequence has, by their numbers: what stands for those beyond the end of a video or of a part of it.
#pragma once
#include <cstdint>
#include <vector>

#include "formats/video/index.h"

namespace penstock::video {

// The values of padMode. Two of each of the last three are the same.
enum class PadMode : uint8_t { none, constant, edge, repeat, reflect_1001, symmetric, reflect_101, reflect };

// The frames [begin, end) of a video.
struct FrameRange {
  int64_t begin, end;
  int64_t count() const { return end - begin; }
};

// In place of the number of a frame: one of the fill value.
inline constexpr int32_t kFillFrame = -1;

// The frame of the range that stands for `frame`, which is not before it; kFillFrame for the fill value.
int32_t frame_in(const FrameRange&, int64_t frame, PadMode);

// Which frame stands for a time between those of two.
enum class Between : uint8_t { before, nearest };

// A time that a float has. Of late times it is some hundred microseconds off, and a frame that begins within these is
// shown by then.
double given_time(float seconds, Between);

// The frame of the range at a time, in seconds from its first frame on; range.end for a time at which all of its frames
// have ended. Throws BAD_SAMPLE for a video without times.
int64_t frame_at(const VideoIndex&, const FrameRange&, double seconds, Between);

// Steps through a range: its frames, or with a rate the frames at times that are 1 / fps seconds apart, from the first
// one on.
class FrameSteps {
 public:
  // fps 0: all frames. Throws as frame_at(). The index must outlive the object.
  FrameSteps(const VideoIndex&, const FrameRange&, double fps, Between);
  int64_t count() const { return count_; }
  // What stands for a step, which is not negative.
  int32_t frame(int64_t step, PadMode) const;

 private:
  const VideoIndex& index_;
  const FrameRange range_;
  const double fps_;
  const Between between_;
  int64_t count_;
};

// `count` frames of the range, evenly from the first to the last one; some come twice where the range has fewer.
std::vector<int32_t> even_frames(const FrameRange&, int64_t count);

// Writes numbers, or times from the first frame on, of frames; -1 for those of the fill value.
void write_numbers(const std::vector<int32_t>& numbers, int32_t* to);
void write_seconds(const VideoIndex&, const std::vector<int32_t>& numbers, double* to);

}  // namespace penstock::video
