// erase on the GPU: copies the batch, in one piece where its samples are contiguous, and writes all regions with one
// kernel.
#include <algorithm>
#include <cstring>

#include "core/dispatch.h"
#include "generated/ops/erase.h"
#include "gpu_plugin/launch.h"
#include "kernels/window/clamp_to.h"
#include "ops/erase/erase.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;
constexpr int64_t kMaxBoxes = 65535;  // CUDA's limit for the y extent of a grid

// A region of a sample. Dimensions that it covers whole are merged with their neighbours.
struct BoxFill {
  void* out;
  int64_t elements;  // of the box
  int64_t first;     // index of the box's first element in the sample
  int32_t ndim, fills;
  int64_t inner;       // elements of the sample from one channel to the next
  int64_t first_fill;  // index in the list of all samples' fill values
  int64_t size[abi::maxDims], step[abi::maxDims];
};

// --- kernels ---

// Returns the innermost coordinate of the index `rest` and divides `rest` by the extent. Uses 32-bit division where the
// index fits, which is several times as fast.
PENSTOCK_HD int64_t take_last(int64_t& rest, int64_t extent) {
  if (((rest | extent) >> 32) == 0) {
    const uint32_t r = static_cast<uint32_t>(rest), n = static_cast<uint32_t>(extent), q = r / n;
    rest = q;
    return r - q * n;
  }
  const int64_t q = rest / extent, last = rest - q * extent;
  rest = q;
  return last;
}

// Writes the fill values of all boxes. T is an unsigned integer of the dtype's size.
template <class T>
__global__ void __launch_bounds__(kThreads) fill_boxes(const BoxFill* boxes, const uint64_t* values) {
  const BoxFill& b = boxes[blockIdx.y];
  T* out = static_cast<T*>(b.out);
  for (int64_t i = blockIdx.x * int64_t{blockDim.x} + threadIdx.x; i < b.elements;
       i += int64_t{gridDim.x} * blockDim.x) {
    int64_t rest = i, at = b.first;
    for (int d = b.ndim - 1; d >= 0; --d) at += take_last(rest, b.size[d]) * b.step[d];
    int64_t c = 0;
    if (b.fills > 1) {
      int64_t outer = at;
      take_last(outer, b.inner);
      c = take_last(outer, b.fills);
    }
    out[at] = static_cast<T>(values[b.first_fill + c]);
  }
}

// --- launcher ---

// Makes the descriptor of a box. Returns false when the box is empty.
bool box_fill(const EraseState& s, const EraseBox& box, const Shape& shape, BoxFill& f) {
  f.elements = 1;
  f.first = 0;
  f.ndim = 0;
  int64_t step = 1;
  int64_t size[abi::maxDims], steps[abi::maxDims];  // innermost first
  bool whole = true;
  for (int d = s.ndim - 1; d >= 0; step *= shape[d--]) {
    const int64_t n = box.hi[d] - box.lo[d];
    if (n <= 0) return false;
    f.elements *= n;
    f.first += box.lo[d] * step;
    if (whole && f.ndim) {
      size[f.ndim - 1] *= n;
    } else {
      size[f.ndim] = n;
      steps[f.ndim++] = step;
    }
    whole = whole && n == shape[d];
  }
  for (int d = 0; d < f.ndim; ++d) {
    f.size[d] = size[f.ndim - 1 - d];
    f.step[d] = steps[f.ndim - 1 - d];
  }
  f.fills = s.fills;
  f.inner = 1;
  for (int d = s.channel + 1; s.channel >= 0 && d < s.ndim; ++d) f.inner *= shape[d];
  return true;
}

// The bits of a fill value after its conversion to the dtype.
uint64_t fill_bits(DType dtype, float v) {
  return dispatch(dtype, [&](auto zero) {
    const auto value = detail::clamp_to<decltype(zero)>(v);
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  });
}

template <size_t Bytes>
using Bits =
    std::conditional_t<Bytes == 1, uint8_t,
                       std::conditional_t<Bytes == 2, uint16_t, std::conditional_t<Bytes == 4, uint32_t, uint64_t>>>;

template <class T>
void fill(Context& ctx, const std::vector<BoxFill>& boxes, const std::vector<uint64_t>& values, int64_t most) {
  const BoxFill* list = ctx.upload(boxes);
  const uint64_t* bits = ctx.upload(values);
  for (int64_t from = 0, n = static_cast<int64_t>(boxes.size()); from < n; from += kMaxBoxes) {
    launch(fill_boxes<T>, ragged_grid(static_cast<int>(std::min(kMaxBoxes, n - from)), most, kThreads), dim3(kThreads),
           ctx.stream(), list + from, bits);
  }
}

void copy_batch(Run& r) {
  for (int i = 0; i < r.count;) {
    const TensorView *in = r.in[0] + i, *out = r.out[0] + i;
    int64_t bytes = 0;
    for (; i < r.count; ++i) {
      const TensorView &a = r.in[0][i], &b = r.out[0][i];
      if (a.bytes() && (a.as<uint8_t>() != in->as<uint8_t>() + bytes || b.as<uint8_t>() != out->as<uint8_t>() + bytes))
        break;
      bytes += a.bytes();
    }
    if (bytes) check(cudaMemcpyAsync(out->data, in->data, bytes, cudaMemcpyDefault, r.ctx.stream()), "copying a batch");
  }
}

void run(Run& r) {
  copy_batch(r);
  std::vector<BoxFill> boxes;
  std::vector<uint64_t> values;
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const auto& s = r.state<EraseState>(i);
    const TensorView& out = r.out[0][i];
    const auto first = static_cast<int64_t>(values.size());
    for (int k = 0; s.regions && k < s.fills; ++k) values.push_back(fill_bits(out.dtype, s.fill[k]));
    for (int k = 0; k < s.regions; ++k) {
      BoxFill f;
      if (!box_fill(s, erase_box(s, k, out.shape.dim), out.shape, f)) continue;
      f.out = out.data;
      f.first_fill = first;
      most = std::max(most, f.elements);
      boxes.push_back(f);
    }
  }
  if (boxes.empty()) return;
  dispatch(r.out[0][0].dtype, [&](auto zero) { fill<Bits<sizeof zero>>(r.ctx, boxes, values, most); });
}

}  // namespace

PENSTOCK_GPU_OP(erase, EraseArgs, run)

}  // namespace penstock::ops
