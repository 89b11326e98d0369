// What operators that decode videos share: which frames of a video a sequence has, and their pixels.
#pragma once
#include <cstdint>
#include <vector>

#include "codecs/deadline.h"
#include "core/scratch.h"
#include "core/tensor.h"
#include "formats/video/video_file.h"

namespace penstock::video {

enum class ColorMatrix : uint8_t { automatic, bt601, bt709, bt2020 };
enum class ColorRange : uint8_t { automatic, limited, full };

struct ClipSpec {
  ColorMatrix matrix = ColorMatrix::automatic;
  ColorRange range = ColorRange::automatic;
  uint8_t fill[3] = {};
  int64_t max_pixels = 0;
  double max_seconds = 0;
};

struct FrameSize {
  int64_t width, height;
};
// That of a video's frames. Where its header does not tell it, the first frame is decoded. Throws BAD_SAMPLE.
FrameSize frame_size(VideoFile&, const ClipSpec&);

// Writes the frames of these numbers, as RGB; -1 stands for a frame of the fill value. Throws BAD_SAMPLE, and
// UNSUPPORTED for frames of another size.
void decode_clip(VideoFile&, const ClipSpec&, const std::vector<int32_t>& numbers, Scratch&, const TensorView& out);

}  // namespace penstock::video
