// paste on the GPU: each thread writes 16 neighbouring bytes of a canvas, aligned to 16.
#include <algorithm>

#include "generated/ops/paste.h"
#include "gpu_plugin/launch.h"
#include "ops/paste/paste.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256, kBytes = 16;

struct PasteSample {
  PasteState state;
  const uint8_t* in;
  uint8_t* out;
  const uint8_t* fill;
  int fills;
  int before;  // bytes from the 16-byte boundary before `out` to `out`
  int64_t bytes, chunks;
};

// --- kernels ---

__global__ void __launch_bounds__(kThreads) paste_canvas_bytes(const PasteSample* samples) {
  const PasteSample& p = samples[blockIdx.y];
  const PasteState& s = p.state;
  const int64_t row = s.canvas_width * s.channels;
  for (int64_t k = blockIdx.x * int64_t{blockDim.x} + threadIdx.x; k < p.chunks; k += int64_t{gridDim.x} * blockDim.x) {
    const int64_t from = k * kBytes - p.before, begin = from < 0 ? 0 : from;
    const int64_t end = from + kBytes < p.bytes ? from + kBytes : p.bytes;
    int64_t y = begin / row, column = begin - y * row, c = column % s.channels;
    uint32_t words[4] = {};
    for (int i = 0; i < kBytes; ++i) {
      if (from + i < begin || from + i >= end) continue;
      words[i / 4] |= uint32_t{paste_value(s, p.in, p.fill, p.fills, y, column, c)} << 8 * (i % 4);
      if (++c == s.channels) c = 0;
      if (++column == row) {
        column = 0;
        ++y;
      }
    }
    if (end - begin == kBytes) {
      *reinterpret_cast<uint4*>(p.out + from) = make_uint4(words[0], words[1], words[2], words[3]);
    } else {
      for (int i = 0; i < kBytes; ++i) {
        if (from + i >= begin && from + i < end) p.out[from + i] = static_cast<uint8_t>(words[i / 4] >> 8 * (i % 4));
      }
    }
  }
}

// --- launcher ---

void run(Run& r) {
  if (!r.count) return;
  std::vector<PasteSample> samples;
  std::vector<uint8_t> fill;
  for (int32_t v : r.arg<PasteArgs>(0).fill_value) fill.push_back(static_cast<uint8_t>(v));  // the same for all samples
  const uint8_t* colour = r.ctx.upload(fill);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    PasteSample p;
    p.bytes = r.out[0][i].bytes();
    if (!p.bytes) continue;
    p.state = r.state<PasteState>(i);
    p.in = r.in[0][i].as<const uint8_t>();
    p.out = r.out[0][i].as<uint8_t>();
    p.fill = colour;
    p.fills = static_cast<int>(fill.size());
    p.before = static_cast<int>(reinterpret_cast<uintptr_t>(p.out) % kBytes);
    p.chunks = (p.bytes + p.before + kBytes - 1) / kBytes;
    most = std::max(most, p.chunks);
    samples.push_back(p);
  }
  if (samples.empty()) return;
  launch(paste_canvas_bytes, ragged_grid(static_cast<int>(samples.size()), most, kThreads), dim3(kThreads),
         r.ctx.stream(), r.ctx.upload(samples));
}

}  // namespace

PENSTOCK_GPU_OP(paste, PasteArgs, run)

}  // namespace penstock::ops
