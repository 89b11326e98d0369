// multiPaste on a GPU: a thread computes one element of a canvas, from the last region that covers it.
#include <algorithm>
#include <map>

#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/multi_paste/multi_paste.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256, kMaxInGrid = 65535;

struct PastePiece {
  const void* image;
  int64_t in_row, in_plane;  // in elements
  PasteRegion r;
};

struct PasteCanvas {
  void* out;
  DType in_dtype, out_dtype;
  int64_t height, width, channels, volume;
  const PastePiece* pieces;
  int count;
};

// --- device helpers ---

template <class T>
PENSTOCK_HD void paste_elements(const PasteCanvas& s, int64_t begin, int64_t stride) {
  for (int64_t k = begin; k < s.volume; k += stride) {
    int64_t rest = k;
    const int64_t c = take_coordinate(rest, s.channels), x = take_coordinate(rest, s.width);
    const int64_t y = take_coordinate(rest, s.height);
    T value{};
    for (int i = s.count - 1; i >= 0; --i) {
      const PastePiece& p = s.pieces[i];
      const int64_t at_y = y - p.r.out[0], at_x = x - p.r.out[1];
      if (at_y < 0 || at_y >= p.r.size[0] || at_x < 0 || at_x >= p.r.size[1]) continue;
      const int64_t from = rest * p.in_plane + (p.r.in[0] + at_y) * p.in_row + (p.r.in[1] + at_x) * s.channels + c;
      value = load_as<T>(p.image, from, s.in_dtype);
      break;
    }
    store_as(s.out, k, s.out_dtype, value);
  }
}

// --- kernels ---

// double holds every value exactly but for large 64-bit integers, which have kernels of their own.
template <class T>
__global__ void paste_canvases(const PasteCanvas* samples) {
  paste_elements<T>(samples[blockIdx.y], int64_t{blockIdx.x} * blockDim.x + threadIdx.x,
                    int64_t{gridDim.x} * blockDim.x);
}

// --- launcher ---

// The first of a sample's entries; each frame with arguments of its own is an entry.
using Entries = std::map<int64_t, int>;

const TensorView& image_of(const Run& r, const Entries& entries, int entry, int region) {
  const MultiPasteArgs& a = r.arg<MultiPasteArgs>(entry);
  if (!a.has(MultiPasteArgs::kInIds)) return r.in[region][entry];
  const int frame = entry - entries.at(r.state<MultiPasteState>(entry).position);
  const auto found = entries.find(a.in_ids[region]);
  if (found == entries.end()) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected a sample that is still there for inIds but received %d, which onError has taken out",
         a.in_ids[region]);
  }
  return r.in[0][found->second + frame];
}

template <class T>
void launch_all(Context& ctx, const std::vector<PasteCanvas>& samples, int64_t most) {
  for (size_t from = 0; from < samples.size(); from += kMaxInGrid) {
    const int n = static_cast<int>(std::min<size_t>(kMaxInGrid, samples.size() - from));
    launch(paste_canvases<T>, ragged_grid(n, most, kThreads), dim3(kThreads), ctx.stream(),
           ctx.upload(samples.data() + from, n));
  }
}

void run(Run& r) {
  Entries entries;
  for (int i = 0; i < r.count; ++i) entries.emplace(r.state<MultiPasteState>(i).position, i);
  std::vector<PastePiece> pieces;
  std::vector<PasteCanvas> samples;
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const TensorView& out = r.out[0][i];
    const PasteExtents canvas(out.shape);
    int count = 0;
    for (int k = 0; k < r.state<MultiPasteState>(i).regions; ++k) {
      const TensorView& image = image_of(r, entries, i, k);
      const PasteExtents in(image.shape);
      const int64_t row = in.side[1] * in.channels;
      pieces.push_back({image.data, row, row * in.side[0], paste_region(r.arg<MultiPasteArgs>(i), k, in, canvas)});
      ++count;
    }
    samples.push_back({out.data, r.in[0][i].dtype, out.dtype, canvas.side[0], canvas.side[1], canvas.channels,
                       out.shape.volume(), nullptr, count});
    most = std::max(most, samples.back().volume);
  }
  if (!most) return;
  const PastePiece* on_device = r.ctx.upload(pieces);
  for (PasteCanvas& s : samples) {
    s.pieces = on_device;
    on_device += s.count;
  }
  const DType dtype = samples[0].in_dtype;
  if (dtype == DType::int64) return launch_all<int64_t>(r.ctx, samples, most);
  if (dtype == DType::uint64) return launch_all<uint64_t>(r.ctx, samples, most);
  launch_all<double>(r.ctx, samples, most);
}

}  // namespace

PENSTOCK_GPU_OP(multi_paste, MultiPasteArgs, run)

}  // namespace penstock::ops
