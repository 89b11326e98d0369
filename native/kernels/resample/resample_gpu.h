// Resampling of a whole batch on the GPU, for resize and the operators made of it. The taps of every axis are computed
// by one small kernel into device memory, with the CPU's arithmetic (tap_rule.h). Then 8-bit RGB images go through one
// kernel for both axes (resample_rgb_gpu.cu), all else through one pass per axis (resample_gpu.cu).
#pragma once
#include <cstring>
#include <vector>

#include "core/host_device.h"
#include "gpu_plugin/gpu_op.h"
#include "kernels/normalize/normalize_line.h"
#include "kernels/resample/geometry.h"

namespace penstock::gpu {

struct Resample {
  const ops::ResizeState* state;
  TensorView in, out;
  // Normalise the resized pixels: 8-bit RGB to float32 or float16 only, see takes_rgb().
  bool normalize = false, planar = false;
  ops::Line line[3] = {};
};

void resample_batch(Context&, const std::vector<Resample>&);

// The run() of operators whose setup() chooses the part that is resized.
inline void resample_run(Run& r) {
  std::vector<Resample> items(r.count);
  for (int i = 0; i < r.count; ++i) items[i] = {&r.state<ops::ResizeState>(i), r.in[0][i], r.out[0][i]};
  resample_batch(r.ctx, items);
}

// Whether the kernel for 8-bit RGB can run the item.
bool takes_rgb(const Resample&);

// Items with another library's numbers (resize_match_gpu.cu).
void match_batch(Context&, const std::vector<Resample>&);

constexpr int64_t kMaxScratch = int64_t{256} << 20;  // most bytes of intermediate images at a time

// --- between resample_gpu.cu and resample_rgb_gpu.cu ---

// The taps of an axis's computed part: for output sample i, index[i] is the first input sample and weight[k * pitch +
// i] the weight of the k-th. `pitch` is a multiple of 4. The kernel for 8-bit RGB uses 16-bit weights. For rows, the
// halves of pair[k * pitch + i] hold taps 2 * k and 2 * k + 1, in units of scale[i]. For columns, both halves of pair[k
// * pitch + i] hold tap k as a 16-bit float.
struct AxisTaps {
  const int* index;
  const float* weight;
  const uint32_t* pair;
  const float* scale;
  int taps, pitch, count;
};
PENSTOCK_HD int pairs_of(int taps) { return (taps + 1) / 2; }

struct AxisPair {
  AxisTaps y, x;
};

// Gathers the descriptors of several kernels, so that one copy uploads them: a copy costs microseconds, where the
// kernels take about a hundred.
class Descriptors {
 public:
  template <class T>
  size_t add(const std::vector<T>& list) {
    const size_t at = bytes_.size(), size = list.size() * sizeof(T);
    bytes_.resize(at + (size + 255) / 256 * 256);
    if (size) std::memcpy(bytes_.data() + at, list.data(), size);
    return at;
  }
  void upload(Context& ctx) { device_ = ctx.upload(bytes_); }
  template <class T>
  const T* get(size_t at) const {
    return reinterpret_cast<const T*>(device_ + at);
  }

 private:
  std::vector<uint8_t> bytes_;
  const uint8_t* device_ = nullptr;
};

// The work of the kernel for 8-bit RGB: it is planned, the caller uploads its descriptors, then it is launched.
struct RgbPlan {
  RgbPlan(const std::vector<const Resample*>&, const std::vector<AxisPair>&, Descriptors&);
  void run(Context&, const Descriptors&) const;

 private:
  struct Launch {
    size_t images = 0, image_of = 0;  // offsets in the descriptors
    int tiles = 0, stage = 0, mixed = 0;
  };
  Launch launches_[3];
  DType dtype_ = DType::uint8;
};

}  // namespace penstock::gpu
