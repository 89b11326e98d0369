// debayer on a GPU: a thread for each pixel, of all frames of a batch in one launch.
#include <vector>

#include "gpu_plugin/launch.h"
#include "ops/debayer/debayer.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct Mosaic {
  const void* from;
  void* to;
  DebayerState st;
};

// --- kernels ---

template <class T>
__global__ void debayer_pixels(const Mosaic* mosaics) {
  const Mosaic m = mosaics[blockIdx.y];
  const int64_t pixels = m.st.height * m.st.width, all = pixels * m.st.frames;
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < all; i += stride) {
    const int64_t frame = i / pixels, at = i - frame * pixels, y = at / m.st.width;
    debayer_pixel(m.st, static_cast<const T*>(m.from) + frame * pixels, y, at - y * m.st.width,
                  static_cast<T*>(m.to) + i * m.st.channels());
  }
}

// --- launcher ---

void run(Run& r) {
  std::vector<Mosaic> mosaics(static_cast<size_t>(r.count));
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    mosaics[i] = {r.in[0][i].data, r.out[0][i].data, r.state<DebayerState>(i)};
    most = std::max(most, r.in[0][i].shape.volume());
  }
  const dim3 grid = ragged_grid(r.count, most, kThreads);
  const Mosaic* uploaded = r.ctx.upload(mosaics);
  if (r.in[0][0].dtype == DType::uint8) {
    launch(debayer_pixels<uint8_t>, grid, dim3(kThreads), r.ctx.stream(), uploaded);
  } else {
    launch(debayer_pixels<uint16_t>, grid, dim3(kThreads), r.ctx.stream(), uploaded);
  }
}

}  // namespace

PENSTOCK_GPU_OP(debayer, DebayerArgs, run)

}  // namespace penstock::ops
