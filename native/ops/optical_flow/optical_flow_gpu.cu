// opticalFlow on a GPU: frames are copied into the engine's buffers, and its vectors into the output, in one stream.
// The engine works on one pair of frames after the other; samples of one size share its session.
#include <algorithm>
#include <vector>

#include "gpu_plugin/launch.h"
#include "gpu_plugin/optical_flow.h"
#include "ops/optical_flow/optical_flow.h"

namespace penstock::ops {
namespace {

using namespace gpu;

// Rows and columns of a block of threads.
constexpr int kRows = 8, kColumns = 32;

dim3 grid_of(int64_t height, int64_t width) {
  return dim3(static_cast<unsigned>((width + kColumns - 1) / kColumns),
              static_cast<unsigned>((height + kRows - 1) / kRows));
}

// --- kernels ---

// Red, green, blue and a byte that does not count, or grey.
__global__ void write_frame(const uint8_t* from, int channels, bool bgr, int height, int width, uint8_t* to,
                            int64_t row) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= height) return;
  const uint8_t* p = from + (static_cast<int64_t>(y) * width + x) * channels;
  if (channels == 1) {
    to[y * row + x] = *p;
    return;
  }
  uint8_t* q = to + y * row + 4 * static_cast<int64_t>(x);
  q[0] = p[bgr ? 2 : 0];
  q[1] = p[1];
  q[2] = p[bgr ? 0 : 2];
  q[3] = 255;
}

// `values`: of a row, two for each vector.
__global__ void read_vectors(const uint8_t* from, int64_t row, int height, int values, float* to) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= values || y >= height) return;
  to[static_cast<int64_t>(y) * values + x] = flow_pixels(reinterpret_cast<const int16_t*>(from + y * row)[x]);
}

__global__ void write_hints(const float* from, int height, int values, uint8_t* to, int64_t row) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= values || y >= height) return;
  reinterpret_cast<int16_t*>(to + y * row)[x] = flow_steps(from[static_cast<int64_t>(y) * values + x]);
}

// --- launcher ---

void run_sequence(Run& r, int sample, FlowSession& session) {
  const auto& a = r.arg<OpticalFlowArgs>(sample);
  const auto& st = r.state<OpticalFlowState>(sample);
  const cudaStream_t stream = r.ctx.stream();
  const dim3 block(kColumns, kRows);
  const TensorView &in = r.in[0][sample], &out = r.out[0][sample];
  const int64_t pixels = int64_t{st.height} * st.width * st.channels;
  const auto rows = [](const TensorView& v) { return static_cast<int>(v.shape[1]); };
  const auto values = [](const TensorView& v) { return static_cast<int>(2 * v.shape[2]); };
  for (int i = 0; i < st.frames; ++i) {
    const FlowBuffer& to = session.frames[i & 1];
    launch(write_frame, grid_of(st.height, st.width), block, stream, in.as<const uint8_t>() + i * pixels, st.channels,
           a.image_type == ImageType::bgr, st.height, st.width, to.data<uint8_t>(), to.row());
    if (i == 0) continue;
    if (a.enable_external_hints) {
      const TensorView& hints = r.in[1][sample];
      const int h = rows(hints), w = values(hints);
      launch(write_hints, grid_of(h, w), block, stream, hints.as<const float>() + (i - 1) * int64_t{h} * w, h, w,
             session.hints.data<uint8_t>(), session.hints.row());
    }
    // Hints of another sequence would make the vectors depend on what the session has done before.
    session.queue(i & 1, a.enable_temporal_hints && i > 1);
    const int h = rows(out), w = values(out);
    launch(read_vectors, grid_of(h, w), block, stream, session.vectors.data<const uint8_t>(), session.vectors.row(), h,
           w, out.as<float>() + (i - 1) * int64_t{h} * w);
  }
}

FlowKind kind_of(const Run& r, int sample) {
  const auto& a = r.arg<OpticalFlowArgs>(sample);
  const auto& st = r.state<OpticalFlowState>(sample);
  const int level = a.preset < 0.375f ? flow::kSlow : a.preset < 0.75f ? flow::kMedium : flow::kFast;
  return {r.ctx.device(), st.width, st.height,        a.output_grid,
          a.hint_grid,    level,    st.channels == 1, a.enable_external_hints};
}

void run(Run& r) {
  std::vector<int> order(static_cast<size_t>(r.count));
  for (int i = 0; i < r.count; ++i) order[static_cast<size_t>(i)] = i;
  std::stable_sort(order.begin(), order.end(), [&](int x, int y) {
    const auto &a = r.state<OpticalFlowState>(x), &b = r.state<OpticalFlowState>(y);
    return a.height != b.height ? a.height < b.height : a.width < b.width;
  });
  for (size_t at = 0; at < order.size();) {
    const FlowKind kind = kind_of(r, order[at]);
    FlowLease session(kind, r.ctx.stream());
    for (; at < order.size() && kind_of(r, order[at]) == kind; ++at) run_sequence(r, order[at], *session);
    session.keep();
  }
}

}  // namespace

PENSTOCK_GPU_OP(optical_flow, OpticalFlowArgs, run)

}  // namespace penstock::ops
