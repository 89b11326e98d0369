// audioResample on a GPU, with the operations of the CPU in their order, so that sounds are equal to the last bit. One
// kernel writes each channel as float32 between margins of zeros. Then a block of threads makes 2048 frames: a few
// threads add up the positions, as the CPU does, and each thread sums the weighted elements of an output.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/audio_resample/audio_resample.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;
constexpr int kBlock = audio::SincFilter::kBlock;
constexpr int kBlocks = 8;  // of positions, for a block of threads
constexpr int kFrames = kBlocks * kBlock;
constexpr int kPitch = kBlock + 1;  // threads that write positions of several blocks use different banks

struct DeviceFilter {
  const float* columns;
  int reach, weights;
  int64_t margin;
};

struct ResampleSample {
  const void* in;
  void* out;
  float* wide;  // a channel after the other, with margins
  DType in_dtype, out_dtype;
  int64_t n, count, channels;
  double step;
  DeviceFilter filter;

  PENSTOCK_HD int64_t row() const { return n + 2 * filter.margin; }
};

// --- device helpers ---

PENSTOCK_HD float load_sound(const void* in, int64_t i, DType dtype) {
  float x = 0;
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (kIsSound<T>) x = audio::to_float(static_cast<const T*>(in)[i]);
  });
  return x;
}
PENSTOCK_HD void store_sound(void* out, int64_t i, DType dtype, float x) {
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (kIsSound<T>) static_cast<T*>(out)[i] = audio::from_float<T>(x);
  });
}

// The weights of one phase: a share of the way from a row to the next one.
struct Weights {
  const float* column;
  float share;
  PENSTOCK_HD float at(int k) const {
    const float *w = column + int64_t{k} * (audio::SincFilter::kRows + 1), a = w[0];
    return a + share * (w[1] - a);
  }
};

// The sums have the CPU's lanes.
__device__ inline float weighted_sum(const float* x, const Weights& w, int n) {
  float even[8] = {}, odd[8] = {};
  int k = 0;
  for (; k + 16 <= n; k += 16) {
    PENSTOCK_UNROLL
    for (int l = 0; l < 8; ++l) {
      even[l] += x[k + l] * w.at(k + l);
      odd[l] += x[k + 8 + l] * w.at(k + 8 + l);
    }
  }
  if (k < n) {
    PENSTOCK_UNROLL
    for (int l = 0; l < 8; ++l) even[l] += x[k + l] * w.at(k + l);
  }
  PENSTOCK_UNROLL
  for (int l = 0; l < 8; ++l) even[l] += odd[l];
  return ((even[0] + even[4]) + (even[2] + even[6])) + ((even[1] + even[5]) + (even[3] + even[7]));
}

// An output whose position is `at` after element `whole`.
__device__ inline float output_at(const ResampleSample& s, const float* x, int64_t whole, float at) {
  const float up = std::ceil(at), row = (up - at) * static_cast<float>(audio::SincFilter::kRows);
  const int below = static_cast<int>(row);
  const Weights w = {s.filter.columns + below, row - static_cast<float>(below)};
  const int64_t last = s.n - whole, centre = static_cast<int64_t>(up) < last ? static_cast<int64_t>(up) : last;
  return weighted_sum(x + whole + centre - s.filter.reach, w, s.filter.weights);
}

// --- kernels ---

__global__ void widen(const ResampleSample* samples) {
  const ResampleSample& s = samples[blockIdx.y];
  if (!s.count) return;  // it has no memory
  const int64_t row = s.row(), stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < row * s.channels; i += stride) {
    int64_t channel = i;
    const int64_t at = take_coordinate(channel, row) - s.filter.margin;
    s.wide[i] = at >= 0 && at < s.n ? load_sound(s.in, at * s.channels + channel, s.in_dtype) : 0;
  }
}

__global__ void resample(const ResampleSample* samples) {
  const ResampleSample& s = samples[blockIdx.y];
  auto* positions = shared_memory<float>();
  for (int64_t first = int64_t{blockIdx.x} * kFrames; first < s.count; first += int64_t{gridDim.x} * kFrames) {
    const int64_t some = s.count - first < kFrames ? s.count - first : kFrames;
    const int block = static_cast<int>(threadIdx.x);
    if (block < kBlocks && block * kBlock < some) {
      const double begin = static_cast<double>(first + block * kBlock) * s.step;
      auto at = static_cast<float>(begin - std::floor(begin));
      const auto step = static_cast<float>(s.step);
      for (int i = 0; i < kBlock; ++i, at += step) positions[block * kPitch + i] = at;
    }
    __syncthreads();
    for (int64_t i = threadIdx.x; i < some * s.channels; i += blockDim.x) {
      int64_t frame = i;
      const int64_t channel = take_coordinate(frame, s.channels);
      const int own = static_cast<int>(frame / kBlock), k = static_cast<int>(frame % kBlock);
      const double begin = static_cast<double>(first + own * kBlock) * s.step;
      const float* x = s.wide + channel * s.row() + s.filter.margin;
      const float y = output_at(s, x, static_cast<int64_t>(std::floor(begin)), positions[own * kPitch + k]);
      store_sound(s.out, first * s.channels + i, s.out_dtype, y);
    }
    __syncthreads();
  }
}

// --- launchers ---

void run(Run& r) {
  const auto& filters = static_cast<const DeviceFilters&>(*r.shared);
  std::map<std::pair<int, double>, DeviceFilter> uploaded;
  std::vector<ResampleSample> samples(r.count);
  int64_t floats = 0, most_wide = 0, most_frames = 0;
  for (int i = 0; i < r.count; ++i) {
    const TensorView &in = r.in[0][i], &out = r.out[0][i];
    const auto& a = r.arg<AudioResampleArgs>(i);
    const auto& plan = r.state<ResamplePlan>(i);
    const int lobes = audio::lobes_of(a.quality);
    const double stretch = audio::stretch_of(plan.step, a.antialias);
    const auto [found, added] = uploaded.try_emplace({lobes, stretch});
    if (added) {
      const DeviceFilters::Filter filter = filters.get(lobes, stretch);
      found->second = {r.ctx.upload(filter.columns), filter.reach, filter.weights, filter.margin};
    }
    const int64_t channels = in.shape.ndim == 2 ? in.shape[1] : 1;
    ResampleSample& s = samples[i];
    s = {in.data,  out.data,  nullptr,      in.dtype, out.dtype, in.shape[0], out.shape.volume() ? plan.count : 0,
         channels, plan.step, found->second};
    if (!s.count) continue;
    floats += s.row() * channels;
    most_wide = std::max(most_wide, s.row() * channels);
    most_frames = std::max(most_frames, s.count);
  }
  if (!most_frames) return;
  auto* wide = r.ctx.scratch<float>(static_cast<size_t>(floats));
  for (ResampleSample& s : samples) {
    if (!s.count) continue;
    s.wide = wide;
    wide += s.row() * s.channels;
  }
  const ResampleSample* given = r.ctx.upload(samples);
  launch(widen, ragged_grid(r.count, most_wide, kThreads), dim3(kThreads), r.ctx.stream(), given);
  launch_synced(resample, ragged_grid(r.count, most_frames, kFrames), dim3(kThreads), kBlocks * kPitch * sizeof(float),
                r.ctx.stream(), given);
}

}  // namespace

PENSTOCK_GPU_OP(audio_resample, AudioResampleArgs, run)

}  // namespace penstock::ops
