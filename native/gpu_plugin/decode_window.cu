// The kernel that copies the window of a decoded image to its place in the batch; see decode_window.h.
#include <vector>

#include "gpu_plugin/decode_window.h"
#include "gpu_plugin/launch.h"
#include "gpu_plugin/runtime.h"

namespace penstock::gpu {
namespace {

constexpr int kThreads = 256;

// Copies bytes that keep their order, 4 at a time, whatever the alignment of the window in the stored row.
__device__ void copy_words(const DecodeWindow& d) {
  const int64_t row = static_cast<int64_t>(d.w) * d.channels, total = row * d.h;
  auto* to = static_cast<uint8_t*>(d.to);
  const int64_t lead = -reinterpret_cast<uintptr_t>(to) & 3;  // bytes before the first whole word of the output
  const uint8_t* from = d.from + static_cast<int64_t>(d.y) * d.pitch + static_cast<int64_t>(d.x) * d.channels;
  const int64_t items = (total + 7) / 4;  // words, the cut ones at both ends included
  for (int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; i < items;
       i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
    const int64_t at = 4 * i + lead - 4;
    if (at >= total) continue;
    const int64_t y = at < 0 ? 0 : at / row, x = at - y * row;
    if (at >= 0 && x + 4 <= row) {
      const uint8_t* p = from + y * d.pitch + x;
      const unsigned shift = (reinterpret_cast<uintptr_t>(p) & 3) * 8;
      const auto* words = reinterpret_cast<const uint32_t*>(p - shift / 8);
      const uint64_t both = shift ? words[0] | static_cast<uint64_t>(words[1]) << 32 : words[0];
      *reinterpret_cast<uint32_t*>(to + at) = static_cast<uint32_t>(both >> shift);
    } else {
      for (int64_t b = at < 0 ? 0 : at; b < at + 4 && b < total; ++b) {
        to[b] = from[b / row * d.pitch + b % row];
      }
    }
  }
}

__device__ void convert_pixels(const DecodeWindow& d) {
  const int64_t total = static_cast<int64_t>(d.w) * d.h;
  for (int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; i < total;
       i += static_cast<int64_t>(gridDim.x) * blockDim.x) {
    int sx, sy;
    stored_pixel(d, d.x + static_cast<int>(i % d.w), d.y + static_cast<int>(i / d.w), sx, sy);
    const uint8_t* p = d.from + sy * d.pitch + static_cast<int64_t>(sx) * d.channels;
    for (int c = 0; c < d.channels; ++c) {
      store_value(d, i * d.channels + c, p[d.bgr ? d.channels - 1 - c : c]);
    }
  }
}

__global__ void decode_window_kernel(const DecodeWindow* windows) {
  const DecodeWindow d = windows[blockIdx.y];
  if (d.orientation <= 1 && !d.bgr && d.dtype == DType::uint8) {
    copy_words(d);
  } else {
    convert_pixels(d);
  }
}

void run(Run& r) {
  std::vector<DecodeWindow> windows;
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    windows.push_back(r.state<DecodeWindow>(i));
    most = std::max(most, static_cast<int64_t>(windows.back().w) * windows.back().h);
  }
  launch(decode_window_kernel, ragged_grid(r.count, most, kThreads, 128), dim3(kThreads), r.ctx.stream(),
         r.ctx.upload(windows));
}

}  // namespace

const Op kDecodeWindow = {kDecodeWindowOp, run};

}  // namespace penstock::gpu
