// The kernel that makes the pixels of a decoded frame, in the arithmetic of the CPU (kernels/yuv/yuv.h): samples as the
// engines give them, which is Y, then Cb and Cr in turn, those of more than 8 bits in the upper bits of two bytes.
#include <cstdint>

#include "gpu_plugin/decode_window.h"
#include "gpu_plugin/launch.h"
#include "gpu_plugin/video/video_decoder.h"
#include "kernels/yuv/yuv.h"

namespace penstock::gpu {
namespace {

constexpr int kThreads = 256;

struct VideoFrame {
  const uint8_t *luma, *chroma;
  int64_t pitch;
  DecodeWindow window;  // all of the turned frame
  ops::YuvMatrix matrix;
  int32_t low_bits;  // that are not the sample's
  float unit, scale;
};

template <class T>
PENSTOCK_HD int32_t sample_at(const uint8_t* plane, int64_t pitch, int x, int y, int32_t low_bits) {
  return reinterpret_cast<const T*>(plane + y * pitch)[x] >> low_bits;
}

// Chroma times 16, between the four samples that are nearest to the pixel.
template <class T>
PENSTOCK_HD int32_t chroma_at(const VideoFrame& f, int x, int y, int c) {
  const int columns = (f.window.width + 1) / 2, rows = (f.window.height + 1) / 2;
  const int near_x = x / 2, near_y = y / 2;
  const int other_x = ops::chroma_beside(x, near_x, columns), other_y = ops::chroma_beside(y, near_y, rows);
  const auto between = [&](int column) {
    return ops::chroma_between(sample_at<T>(f.chroma, f.pitch, 2 * column + c, near_y, f.low_bits),
                               sample_at<T>(f.chroma, f.pitch, 2 * column + c, other_y, f.low_bits));
  };
  return ops::chroma_between(between(near_x), between(other_x));
}

// T: a sample; Value: a whole number that is made of some.
template <class T, class Value>
__global__ void video_pixels_kernel(VideoFrame f) {
  const int64_t total = static_cast<int64_t>(f.window.w) * f.window.h;
  for (int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; i < total;
       i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
    int x, y;
    stored_pixel(f.window, static_cast<int>(i % f.window.w), static_cast<int>(i / f.window.w), x, y);
    const int32_t luma = ops::yuv_luma(f.matrix, sample_at<T>(f.luma, f.pitch, x, y, f.low_bits));
    const int32_t u = chroma_at<T>(f, x, y, 0), v = chroma_at<T>(f, x, y, 1);
    const Value rgb[3] = {ops::yuv_red<Value>(f.matrix, luma, u, v), ops::yuv_green<Value>(f.matrix, luma, u, v),
                          ops::yuv_blue<Value>(f.matrix, luma, u, v)};
    for (int c = 0; c < 3; ++c) {
      if (f.window.dtype == DType::float32) {
        static_cast<float*>(f.window.to)[3 * i + c] = static_cast<float>(rgb[c]) / f.unit * f.scale;
      } else {
        static_cast<Value*>(f.window.to)[3 * i + c] = rgb[c];
      }
    }
  }
}

}  // namespace

void make_video_pixels(const VideoPixels& to, const VideoPicture& p, const uint8_t* luma, const uint8_t* chroma,
                       int64_t pitch, cudaStream_t stream) {
  VideoFrame f = {};
  f.luma = luma;
  f.chroma = chroma;
  f.pitch = pitch;
  f.window.to = to.out;
  f.window.width = p.width;
  f.window.height = p.height;
  f.window.orientation = to.orientation;
  f.window.w = to.orientation >= 5 ? p.height : p.width;
  f.window.h = to.orientation >= 5 ? p.width : p.height;
  f.window.dtype = to.dtype;
  f.matrix = *to.matrix;
  f.low_bits = p.depth > 8 ? 16 - p.depth : 0;
  f.unit = to.unit;
  f.scale = to.scale;
  const dim3 grid = ragged_grid(1, int64_t{p.width} * p.height, kThreads, 4096);
  const auto make = [&](auto kernel) { launch(kernel, grid, dim3(kThreads), stream, f); };
  if (p.depth > 8) {
    to.deep ? make(video_pixels_kernel<uint16_t, uint16_t>) : make(video_pixels_kernel<uint16_t, uint8_t>);
  } else {
    to.deep ? make(video_pixels_kernel<uint8_t, uint16_t>) : make(video_pixels_kernel<uint8_t, uint8_t>);
  }
}

}  // namespace penstock::gpu
