// See decode_clip.h. Each frame is decoded and converted once, wherever it stands and however often.
#include "formats/video/decode_clip.h"

#include <algorithm>
#include <cstring>

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

void convert(const av::Picture& p, const ClipSpec& spec, uint8_t* out, Scratch& scratch) {
  const Weights w = weights_of(spec.matrix, p.matrix);
  const bool full = spec.range == ColorRange::automatic ? p.full_range : spec.range == ColorRange::full;
  ops::yuv_to_rgb(image_of(p), ops::yuv_matrix(w.red, w.blue, p.depth, full), out, scratch);
}

void fill(const uint8_t* value, uint8_t* out, int64_t pixels) {
  for (int64_t i = 0; i < pixels; ++i) std::memcpy(out + 3 * i, value, 3);
}

}  // namespace

FrameSize frame_size(VideoFile& file, const ClipSpec& spec) {
  if (!file.frames()) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a video with frames but received one of %zu packets that show none",
         file.index().packets.size());
  }
  FrameSize size = {file.info().width, file.info().height};
  if (size.width <= 0 || size.height <= 0) {
    file.decode({0}, codecs::Deadline(spec.max_seconds), [&size](const av::Picture& p, size_t) {
      size = {p.width, p.height};
    });
  }
  if (spec.max_pixels && size.width * size.height > spec.max_pixels) {
    fail(ErrorCode::BAD_SAMPLE, "Expected frames of at most %lld pixels (maxPixels) but received %lld x %lld",
         static_cast<long long>(spec.max_pixels), static_cast<long long>(size.width),
         static_cast<long long>(size.height));
  }
  return size;
}

void decode_clip(VideoFile& file, const ClipSpec& spec, const std::vector<int32_t>& numbers, Scratch& scratch,
                 const TensorView& out) {
  const int64_t height = out.shape[1], width = out.shape[2], bytes = height * width * 3;
  auto* pixels = out.as<uint8_t>();
  std::vector<int32_t> wanted(numbers);
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  wanted.erase(wanted.begin(), std::upper_bound(wanted.begin(), wanted.end(), -1));
  // Where each of them stands first.
  std::vector<size_t> first(wanted.size());
  const auto place = [&](int32_t number) {
    return static_cast<size_t>(std::lower_bound(wanted.begin(), wanted.end(), number) - wanted.begin());
  };
  for (size_t i = numbers.size(); i-- > 0;) {
    if (numbers[i] >= 0) first[place(numbers[i])] = i;
  }
  file.decode(wanted, codecs::Deadline(spec.max_seconds), [&](const av::Picture& p, size_t i) {
    if (p.width != width || p.height != height) {
      fail(ErrorCode::UNSUPPORTED, "Expected frames of one size, %lld x %lld, but frame %d has %d x %d",
           static_cast<long long>(width), static_cast<long long>(height), wanted[i], p.width, p.height);
    }
    convert(p, spec, pixels + static_cast<int64_t>(first[i]) * bytes, scratch);
  });
  for (size_t i = 0; i < numbers.size(); ++i) {
    uint8_t* to = pixels + static_cast<int64_t>(i) * bytes;
    if (numbers[i] < 0) {
      fill(spec.fill, to, height * width);
    } else if (const size_t from = first[place(numbers[i])]; from != i) {
      std::memcpy(to, pixels + static_cast<int64_t>(from) * bytes, static_cast<size_t>(bytes));
    }
  }
}

}  // namespace penstock::video
