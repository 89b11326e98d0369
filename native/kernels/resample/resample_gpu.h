// Resampling of a whole batch on the GPU, for resize and the operators made of it. The taps of every axis are computed
// by one small kernel into device memory, with the CPU's arithmetic (tap_rule.h). Then 8-bit RGB images go through one
// kernel for both axes (resample_rgb_gpu.cu), all else through one pass per axis (resample_gpu.cu).
#pragma once
#include <cstring>
#include <vector>

#include "core/host_device.h"
#include "cuda/gpu_op.h"
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

// Whether the kernel for 8-bit RGB takes it.
bool takes_rgb(const Resample&);

// --- between resample_gpu.cu and resample_rgb_gpu.cu ---

// The wanted part of one axis: for output place i, index[i] is the first input sample and weight[k * pitch + i] the
// weight of the k-th. `pitch` is a multiple of 4. For the kernel of 8-bit RGB also in 16 bits. Rows: taps 2 * k and
// 2 * k + 1 in the halves of pair[k * pitch + i], in units of scale[i]. Columns: tap k as a 16-bit float in both halves
// of pair[k * pitch + i].
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

// Descriptors of several kernels in one copy: each costs microseconds beside kernels that take a hundred.
class Descriptors {
 public:
  template <class T>
  size_t add(const std::vector<T>& list) {
    const size_t at = bytes_.size(), size = list.size() * sizeof(T);
    bytes_.resize(at + (size + 255) / 256 * 256);
    std::memcpy(bytes_.data() + at, list.data(), size);
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

// What the kernel for 8-bit RGB is to do: put together, uploaded by the caller, launched.
struct RgbPlan {
  RgbPlan(const std::vector<const Resample*>&, const std::vector<AxisPair>&, Descriptors&);
  void run(Context&, const Descriptors&) const;

 private:
  struct Launch {
    size_t images = 0, image_of = 0;  // in the descriptors
    int tiles = 0, stage = 0, mixed = 0;
  };
  Launch launches_[3];
  DType dtype_ = DType::uint8;
};

}  // namespace penstock::gpu
