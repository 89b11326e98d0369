// See decode_clip.h. Each frame is decoded and converted once, wherever it stands and however often.
#include "formats/video/decode_clip.h"

#include <algorithm>
#include <cstring>

#include "codecs/orient.h"
#include "core/error.h"
#include "kernels/yuv/yuv_image.h"

namespace penstock::video {
namespace {

// How many values of uint16 one of uint8 is.
constexpr int kWord = 257;

struct Weights {
  double red, blue;
};

Weights weights_of(ColorMatrix asked, av::Matrix tagged) {
  constexpr Weights kBt601 = {0.299, 0.114}, kBt709 = {0.2126, 0.0722}, kBt2020 = {0.2627, 0.0593};
  if (asked == ColorMatrix::bt601) return kBt601;
  if (asked == ColorMatrix::bt709) return kBt709;
  if (asked == ColorMatrix::bt2020) return kBt2020;
  switch (tagged) {
    case av::Matrix::bt709: return kBt709;
    case av::Matrix::bt2020: return kBt2020;
    case av::Matrix::smpte240m: return {0.212, 0.087};
    case av::Matrix::fcc: return {0.30, 0.11};
    default: return kBt601;
  }
}

ops::YuvImage image_of(const av::Picture& p) {
  ops::YuvImage image{};
  image.planes = p.components;
  for (int i = 0; i < p.components; ++i) {
    image.plane[i] = {p.component[i].data, p.component[i].stride, p.component[i].step};
  }
  image.alpha = {p.alpha.data, p.alpha.stride, p.alpha.step};
  image.width = p.width;
  image.height = p.height;
  image.depth = p.depth;
  image.shift_x = p.shift_x;
  image.shift_y = p.shift_y;
  image.rgb = p.rgb;
  return image;
}

template <class T>
void fill(const ClipSpec& spec, T* out, int64_t pixels, float scale) {
  const int64_t channels = spec.channels();
  for (int64_t i = 0; i < channels * pixels; ++i) {
    out[i] = static_cast<T>(static_cast<float>(spec.fill[i % channels]) * scale);
  }
}

void check_pixels(const FrameSize& size, const ClipSpec& spec) {
  if (!spec.max_pixels || size.width * size.height <= spec.max_pixels) return;
  fail(ErrorCode::BAD_SAMPLE, "Expected frames of at most %lld pixels (maxPixels) but received %lld x %lld",
       static_cast<long long>(spec.max_pixels), static_cast<long long>(size.width),
       static_cast<long long>(size.height));
}

// The size of a frame of width x height stored pixels as it is given.
FrameSize given_size(int32_t width, int32_t height, int orientation, const ClipSpec& spec) {
  if (spec.rotate && codecs::swaps_axes(orientation)) return {height, width};
  return {width, height};
}

}  // namespace

namespace {

ops::YuvMatrix matrix_of(const av::Picture& p, const ClipSpec& spec, bool deep) {
  const Weights w = weights_of(spec.matrix, p.matrix);
  const bool full = spec.range == ColorRange::automatic ? p.full_range : spec.range == ColorRange::full;
  return (deep ? ops::yuv_matrix_16 : ops::yuv_matrix)(w.red, w.blue, p.depth, full);
}

template <class T>
void convert_whole(const av::Picture& p, const ClipSpec& spec, T* out, Scratch& scratch) {
  const bool turned = turn_of(p, spec) != 1;
  const Scratch::Mark mark = scratch.mark();
  const auto channels = static_cast<size_t>(spec.channels()), width = static_cast<size_t>(p.width);
  const size_t pixels = width * static_cast<size_t>(p.height);
  T* const stored = turned ? scratch.get<T>(channels * pixels) : out;
  T* const rgb = spec.alpha ? scratch.get<T>(3 * pixels) : stored;
  const ops::YuvImage image = image_of(p);
  ops::yuv_to_rgb(image, matrix_of(p, spec, sizeof(T) > 1), rgb, scratch);
  if (spec.alpha) ops::join_alpha(image, rgb, stored);
  if (turned) {
    const size_t pixel = channels * sizeof(T);
    codecs::orient_pixels(reinterpret_cast<const uint8_t*>(stored), pixel * width, p.width, p.height, pixel,
                          p.orientation, reinterpret_cast<uint8_t*>(out));
  }
  scratch.rewind(mark);
}

// Unit: how many of T's values one of the output's is.
template <class T, int Unit>
void convert_to_floats(const av::Picture& p, const ClipSpec& spec, float* out, Scratch& scratch) {
  const Scratch::Mark mark = scratch.mark();
  const auto values =
      static_cast<size_t>(spec.channels()) * static_cast<size_t>(p.width) * static_cast<size_t>(p.height);
  T* const whole = scratch.get<T>(values);
  convert_whole(p, spec, whole, scratch);
  for (size_t i = 0; i < values; ++i) out[i] = static_cast<float>(whole[i]) / Unit;
  scratch.rewind(mark);
}

}  // namespace

void check_dtype(DType dtype) {
  if (dtype == DType::uint8 || dtype == DType::uint16 || dtype == DType::float32) return;
  fail(ErrorCode::INVALID_ARGUMENT, "Expected uint8, uint16 or float32 for dtype but received %s", dtype_name(dtype));
}

bool takes_alpha(ImageType type) {
  if (type == ImageType::rgba) return true;
  if (type == ImageType::rgb) return false;
  fail(ErrorCode::INVALID_ARGUMENT,
       "Expected 'rgb' or 'rgba' for imageType, which are all that videos are decoded to; colorSpaceConversion makes "
       "others");
}

ValueRule rule_of(const av::Picture& p, const ClipSpec& spec, DType dtype) {
  const bool deep = dtype == DType::uint16 || (dtype == DType::float32 && p.depth > 8);
  return {matrix_of(p, spec, deep), deep, static_cast<float>(deep ? kWord : 1), spec.normalized ? 1 / 255.0F : 1};
}

void convert(const av::Picture& p, const ClipSpec& spec, DType dtype, void* out, Scratch& scratch) {
  if (dtype == DType::uint8) return convert_whole(p, spec, static_cast<uint8_t*>(out), scratch);
  if (dtype == DType::uint16) return convert_whole(p, spec, static_cast<uint16_t*>(out), scratch);
  auto* const to = static_cast<float*>(out);
  if (p.depth > 8) return convert_to_floats<uint16_t, kWord>(p, spec, to, scratch);
  convert_to_floats<uint8_t, 1>(p, spec, to, scratch);
}

void convert_frame(const av::Picture& p, const ClipSpec& spec, Scratch& scratch, const TensorView& frame) {
  convert(p, spec, frame.dtype, frame.data, scratch);
  if (frame.dtype != DType::float32 || !spec.normalized) return;
  const float scale = rule_of(p, spec, frame.dtype).scale;
  for (int64_t k = 0; k < frame.shape.volume(); ++k) frame.as<float>()[k] *= scale;
}

void fill_frame(const ClipSpec& spec, const TensorView& frame) {
  const int64_t pixels = frame.shape[0] * frame.shape[1];
  if (frame.dtype == DType::float32) return fill(spec, frame.as<float>(), pixels, spec.normalized ? 1 / 255.0F : 1);
  if (frame.dtype == DType::uint16) return fill(spec, frame.as<uint16_t>(), pixels, kWord);
  fill(spec, frame.as<uint8_t>(), pixels, 1);
}

FrameSize stored_size(const VideoIndex& index, const ClipSpec& spec) {
  check_has_frames(index);
  if (index.width <= 0 || index.height <= 0) return {0, 0};
  check_pixels({index.width, index.height}, spec);
  return given_size(index.width, index.height, index.orientation, spec);
}

FrameSize frame_size(VideoFile& file, const ClipSpec& spec) {
  FrameSize size = stored_size(file.index(), spec);
  if (size.width) return size;
  file.decode({0}, codecs::Deadline(spec.max_seconds),
              [&](const av::Picture& p, size_t) { size = given_size(p.width, p.height, p.orientation, spec); });
  check_pixels(size, spec);
  return size;
}

void decode_frames(VideoFile& file, const ClipSpec& spec, const FrameSize& size, const std::vector<int32_t>& numbers,
                   const ClipWriter& writer) {
  std::vector<int32_t> wanted(numbers);
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  wanted.erase(wanted.begin(), std::upper_bound(wanted.begin(), wanted.end(), kFillFrame));
  // Where each of them stands first.
  std::vector<size_t> first(wanted.size());
  const auto place = [&](int32_t number) {
    return static_cast<size_t>(std::lower_bound(wanted.begin(), wanted.end(), number) - wanted.begin());
  };
  for (size_t i = numbers.size(); i-- > 0;) {
    if (numbers[i] >= 0) first[place(numbers[i])] = i;
  }
  file.decode(wanted, codecs::Deadline(spec.max_seconds), [&](const av::Picture& p, size_t i) {
    const FrameSize given = given_size(p.width, p.height, p.orientation, spec);
    if (given.width != size.width || given.height != size.height) {
      fail(ErrorCode::UNSUPPORTED, "Expected frames of one size, %lld x %lld, but frame %d has %d x %d",
           static_cast<long long>(size.width), static_cast<long long>(size.height), wanted[i],
           static_cast<int>(given.width), static_cast<int>(given.height));
    }
    writer.frame(p, first[i]);
  });
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] < 0) {
      writer.blank(i);
    } else if (const size_t from = first[place(numbers[i])]; from != i) {
      writer.copy(from, i);
    }
  }
}

void decode_clip(VideoFile& file, const ClipSpec& spec, const std::vector<int32_t>& numbers, Scratch& scratch,
                 const TensorView& out) {
  TensorView frame = out;
  frame.shape = {out.shape[1], out.shape[2], out.shape[3]};
  const auto bytes = static_cast<size_t>(frame.bytes());
  const auto at = [&](size_t i) {
    frame.data = out.as<uint8_t>() + i * bytes;
    return frame;
  };
  ClipWriter writer;
  writer.frame = [&](const av::Picture& p, size_t i) { convert_frame(p, spec, scratch, at(i)); };
  writer.copy = [&](size_t from, size_t to) {
    const void* source = at(from).data;
    std::memcpy(at(to).data, source, bytes);
  };
  writer.blank = [&](size_t i) { fill_frame(spec, at(i)); };
  decode_frames(file, spec, {out.shape[2], out.shape[1]}, numbers, writer);
}

void make_clip(SampleRun& s, VideoFile& file, const ClipSpec& spec, const std::vector<int32_t>& numbers) {
  if (!s.mixed) return decode_clip(file, spec, numbers, *s.scratch, s.out[0]);
  static_cast<DeviceClips*>(s.mixed)->decode(file, spec, numbers, *s.scratch, s.out[0]);
}

}  // namespace penstock::video
