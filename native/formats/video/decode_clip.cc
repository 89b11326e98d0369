// See decode_clip.h. Each frame is decoded and converted once, wherever it stands and however often.
#include "formats/video/decode_clip.h"

#include <algorithm>
#include <cstring>

#include "codecs/orient.h"
#include "core/error.h"
#include "kernels/yuv/yuv_image.h"

namespace penstock::video {
namespace {

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
  for (int64_t i = 0; i < 3 * pixels; ++i) out[i] = static_cast<T>(static_cast<float>(spec.fill[i % 3]) * scale);
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

void convert(const av::Picture& p, const ClipSpec& spec, uint8_t* out, Scratch& scratch) {
  const Weights w = weights_of(spec.matrix, p.matrix);
  const bool full = spec.range == ColorRange::automatic ? p.full_range : spec.range == ColorRange::full;
  const bool turned = spec.rotate && p.orientation != 1;
  const Scratch::Mark mark = scratch.mark();
  const size_t row = static_cast<size_t>(p.width) * 3;
  uint8_t* const rgb = turned ? scratch.get(row * static_cast<size_t>(p.height)) : out;
  ops::yuv_to_rgb(image_of(p), ops::yuv_matrix(w.red, w.blue, p.depth, full), rgb, scratch);
  if (turned) codecs::orient_pixels(rgb, row, p.width, p.height, 3, p.orientation, out);
  scratch.rewind(mark);
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
  const int64_t pixels = out.shape[1] * out.shape[2];
  const size_t bytes = static_cast<size_t>(3 * pixels) * (out.dtype == DType::float32 ? sizeof(float) : 1);
  const float scale = spec.normalized ? 1 / 255.0F : 1;
  const auto at = [&](size_t i) { return out.as<uint8_t>() + i * bytes; };
  const bool floats = out.dtype == DType::float32;
  uint8_t* const whole = floats ? scratch.get(static_cast<size_t>(3 * pixels)) : nullptr;
  ClipWriter writer;
  writer.frame = [&](const av::Picture& p, size_t i) {
    if (!floats) return convert(p, spec, at(i), scratch);
    convert(p, spec, whole, scratch);
    auto* to = reinterpret_cast<float*>(at(i));
    for (int64_t k = 0; k < 3 * pixels; ++k) to[k] = static_cast<float>(whole[k]) * scale;
  };
  writer.copy = [&](size_t from, size_t to) { std::memcpy(at(to), at(from), bytes); };
  writer.blank = [&](size_t i) {
    if (floats) return fill(spec, reinterpret_cast<float*>(at(i)), pixels, scale);
    fill(spec, at(i), pixels, 1);
  };
  decode_frames(file, spec, {out.shape[2], out.shape[1]}, numbers, writer);
}

}  // namespace penstock::video
