// What operators that decode videos share: the pixels of the frames of a sequence.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "codecs/deadline.h"
#include "core/op.h"
#include "core/scratch.h"
#include "core/tensor.h"
#include "formats/video/chosen_frames.h"
#include "formats/video/video_file.h"
#include "kernels/yuv/yuv.h"

namespace penstock::video {

enum class ColorMatrix : uint8_t { automatic, bt601, bt709, bt2020 };
enum class ColorRange : uint8_t { automatic, limited, full };

struct ClipSpec {
  ColorMatrix matrix = ColorMatrix::automatic;
  ColorRange range = ColorRange::automatic;
  bool rotate = true;  // as the stream says that it is shown
  PadMode pad = PadMode::none;
  uint8_t fill[4] = {};     // by channel, whatever the dtype of 0 to 255
  bool alpha = false;       // RGBA in place of RGB
  bool normalized = false;  // values of float32 from 0 to 1, else to 255
  int64_t max_pixels = 0;
  double max_seconds = 0;
  int64_t channels() const { return alpha ? 4 : 3; }
};

// Throws INVALID_ARGUMENT for a dtype that frames do not have.
void check_dtype(DType dtype);
// Whether frames have alpha. Throws INVALID_ARGUMENT.
bool takes_alpha(ImageType type);

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
  spec.alpha = takes_alpha(a.image_type);
  for (int c = 0; c < 4 && !a.fill_value.empty(); ++c) {
    // A colour of three values is opaque.
    const bool opaque = c == 3 && a.fill_value.size == 3;
    spec.fill[c] = opaque ? 255 : static_cast<uint8_t>(a.fill_value.at(c));
  }
  return spec;
}

// Those of readers.video, whose added frames are black.
template <class Args>
ClipSpec legacy_clip_spec(const Args& a) {
  ClipSpec spec = clip_spec(a);
  spec.pad = a.pad_sequences ? PadMode::constant : PadMode::none;
  spec.alpha = takes_alpha(a.image_type);
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

// The pixels of a picture as RGB or RGBA, turned as the stream says. uint8: 0 to 255. uint16: 0 to 65535, as exact as
// the stream. float32: 0 to 255, with fractions where the stream has more than 8 bits and else the values of uint8.
void convert(const av::Picture&, const ClipSpec&, DType dtype, void* out, Scratch&);

// How samples of a picture become values of a dtype: whole numbers of 8 bits, or of 16 where `deep`, of which a value
// of float32 is one over `unit`, times `scale`.
struct ValueRule {
  ops::YuvMatrix matrix;
  bool deep;
  float unit, scale;
};
ValueRule rule_of(const av::Picture&, const ClipSpec&, DType);
// EXIF's number by which a picture is turned.
inline int turn_of(const av::Picture& p, const ClipSpec& spec) { return spec.rotate ? p.orientation : 1; }
// The pixels of a picture as a frame of a clip, and a frame of the fill value.
void convert_frame(const av::Picture&, const ClipSpec&, Scratch&, const TensorView& frame);
void fill_frame(const ClipSpec&, const TensorView& frame);

// Writes the frames of these numbers, in the dtype of `out`. Throws as decode_frames().
void decode_clip(VideoFile&, const ClipSpec&, const std::vector<int32_t>& numbers, Scratch&, const TensorView& out);

// Writes them to device memory.
struct DeviceClips : MixedRun {
  virtual void decode(VideoFile&, const ClipSpec&, const std::vector<int32_t>& numbers, Scratch&,
                      const TensorView& out) = 0;
};

// The frames of these numbers as the first output of an operator with kRunsMixed.
void make_clip(SampleRun&, VideoFile&, const ClipSpec&, const std::vector<int32_t>& numbers);

}  // namespace penstock::video
