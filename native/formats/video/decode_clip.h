// What operators that decode videos share: the pixels of the frames of a sequence.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "codecs/deadline.h"
#include "core/scratch.h"
#include "core/tensor.h"
#include "formats/video/chosen_frames.h"
#include "formats/video/video_file.h"

namespace penstock::video {

enum class ColorMatrix : uint8_t { automatic, bt601, bt709, bt2020 };
enum class ColorRange : uint8_t { automatic, limited, full };

struct ClipSpec {
  ColorMatrix matrix = ColorMatrix::automatic;
  ColorRange range = ColorRange::automatic;
  bool rotate = true;  // as the stream says that it is shown
  PadMode pad = PadMode::none;
  uint8_t fill[3] = {};
  bool normalized = false;  // values of float32 from 0 to 1, else to 255
  int64_t max_pixels = 0;
  double max_seconds = 0;
};

// What the arguments of an operator ask for.
template <class Args>
ClipSpec clip_spec(const Args& a) {
  ClipSpec spec;
  spec.matrix = static_cast<ColorMatrix>(a.color_matrix);
  spec.range = static_cast<ColorRange>(a.color_range);
  spec.rotate = a.rotate == Args::Rotate::apply;
  spec.max_pixels = a.max_pixels;
  spec.max_seconds = a.max_decode_seconds;
  return spec;
}
template <class Args>
ClipSpec padded_clip_spec(const Args& a) {
  ClipSpec spec = clip_spec(a);
  spec.pad = static_cast<PadMode>(a.pad_mode);
  for (int c = 0; c < 3 && !a.fill_value.empty(); ++c) spec.fill[c] = static_cast<uint8_t>(a.fill_value.at(c));
  return spec;
}

// Those of readers.video, whose added frames are black.
template <class Args>
ClipSpec legacy_clip_spec(const Args& a) {
  ClipSpec spec = clip_spec(a);
  spec.pad = a.pad_sequences ? PadMode::constant : PadMode::none;
  spec.normalized = a.normalized;
  return spec;
}

struct FrameSize {
  int64_t width, height;
};
// That of a video's frames as they are given, by the index; 0 x 0 where only decoding can tell it. Throws BAD_SAMPLE
// for a video without frames and for larger ones than allowed.
FrameSize stored_size(const VideoIndex&, const ClipSpec&);
// Decodes the first frame where the index does not tell it.
FrameSize frame_size(VideoFile&, const ClipSpec&);

// Calls frame(picture, i) once for each distinct number, copy(from, to) for each further place of it, and blank(i) for
// each kFillFrame. Pictures come in the order of the video. Throws BAD_SAMPLE, and UNSUPPORTED for frames of another
// size.
struct ClipWriter {
  std::function<void(const av::Picture&, size_t)> frame;
  std::function<void(size_t from, size_t to)> copy;
  std::function<void(size_t)> blank;
};
void decode_frames(VideoFile&, const ClipSpec&, const FrameSize&, const std::vector<int32_t>& numbers,
                   const ClipWriter&);

// The pixels of a picture as RGB, turned as the stream says.
void convert(const av::Picture&, const ClipSpec&, uint8_t* out, Scratch&);

// Writes the frames of these numbers as RGB, of uint8 or float32. Throws as decode_frames().
void decode_clip(VideoFile&, const ClipSpec&, const std::vector<int32_t>& numbers, Scratch&, const TensorView& out);

}  // namespace penstock::video
