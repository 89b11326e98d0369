// spectrogram on a GPU: a block transforms several windows at a time, with the steps and the arithmetic of the CPU, so
// that results are equal to the last bit. The windows lie in shared memory, or where one is too long for that, in
// device memory that the block keeps.
#include <algorithm>
#include <vector>

#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/fft/butterfly.h"
#include "ops/spectrogram/spectrogram.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;
constexpr int kMaxLanes = 8;
constexpr int64_t kSharedBytes = 48 << 10;     // what every GPU gives a block
constexpr int64_t kDeviceBytes = 128ll << 20;  // for the blocks of long windows

struct SpectrogramSample {
  const float* in;
  float* out;
  int64_t n, count;
};

// A transform, its tables in device memory, and how the windows of a block lie: element k of window l is at
// k * pitch + l. There are 2^lane_bits windows.
struct Transform {
  const FftStep* steps;
  const float *roots, *inner_roots, *split, *window;
  int step_count, length, transformed, frequencies;
  int window_length, window_step;
  int64_t first;
  bool reflect, magnitude, frequencies_first;
  int lane_bits, pitch;

  PENSTOCK_HD bool halves() const { return length % 2 == 0; }
  PENSTOCK_HD int lanes() const { return 1 << lane_bits; }
  PENSTOCK_HD int64_t part() const { return int64_t{transformed} * pitch; }  // floats of one array
};

// The parts of complex numbers, in two arrays.
struct Parts {
  float *re, *im;
  PENSTOCK_HD Complex at(int64_t i) const { return {re[i], im[i]}; }
  PENSTOCK_HD void set(int64_t i, Complex x) const {
    re[i] = x.re;
    im[i] = x.im;
  }
};

// --- device helpers ---

// Element k of window t, times the window function. 0 after the window and where there is no such window.
PENSTOCK_HD float windowed(const Transform& f, const SpectrogramSample& s, int64_t t, int k) {
  if (k >= f.window_length || t >= s.count) return 0;
  return sound_at(s.in, s.n, t * f.window_step + f.first + k, f.reflect) * f.window[k];
}

// Neighbouring threads read neighbours of one window.
__device__ inline void load_windows(const Transform& f, const SpectrogramSample& s, int64_t t, const Parts& to) {
  for (int64_t i = threadIdx.x; i < int64_t{f.length} << f.lane_bits; i += blockDim.x) {
    const int lane = static_cast<int>(i / f.length), k = static_cast<int>(i - int64_t{lane} * f.length);
    const float x = windowed(f, s, t + lane, k);
    if (f.halves()) {
      (k % 2 ? to.im : to.re)[int64_t{k / 2} * f.pitch + lane] = x;
    } else {
      to.set(int64_t{k} * f.pitch + lane, {x, 0});
    }
  }
}

template <int kRadix>
__device__ inline void step_of(const Transform& f, const FftStep& s, const Parts& from, const Parts& to) {
  const int apart = s.count * s.stride;
  for (int64_t i = threadIdx.x; i < int64_t{apart} << f.lane_bits; i += blockDim.x) {
    const int lane = static_cast<int>(i & (f.lanes() - 1)), item = static_cast<int>(i >> f.lane_bits);
    const int p = item / s.stride, q = item - p * s.stride;
    Complex x[kRadix], y[kRadix];
    PENSTOCK_UNROLL for (int k = 0; k < kRadix; ++k) x[k] = from.at((item + int64_t{k} * apart) * f.pitch + lane);
    butterfly(x, f.roots + s.roots + static_cast<size_t>(p) * 2 * (kRadix - 1), y);
    PENSTOCK_UNROLL for (int j = 0; j < kRadix; ++j) {
      to.set(((int64_t{p} * kRadix + j) * s.stride + q) * f.pitch + lane, y[j]);
    }
  }
}

// Any radix, by the definition of the transform; a thread makes one output at a time.
__device__ inline void step_any(const Transform& f, const FftStep& s, const Parts& from, const Parts& to) {
  const int apart = s.count * s.stride;
  for (int64_t i = threadIdx.x; i < int64_t{f.transformed} << f.lane_bits; i += blockDim.x) {
    const int lane = static_cast<int>(i & (f.lanes() - 1)), at = static_cast<int>(i >> f.lane_bits);
    const int j = at / apart, item = at - j * apart;
    const int p = item / s.stride, q = item - p * s.stride;
    Complex sum = from.at(int64_t{item} * f.pitch + lane);
    for (int k = 1; k < s.radix; ++k) {
      const auto root = static_cast<size_t>(int64_t{k} * j % s.radix);
      const Complex x =
          times(from.at((item + int64_t{k} * apart) * f.pitch + lane), f.inner_roots + s.inner_roots + 2 * root);
      sum = {sum.re + x.re, sum.im + x.im};
    }
    if (j) sum = times(sum, f.roots + s.roots + 2 * (static_cast<size_t>(p) * (s.radix - 1) + (j - 1)));
    to.set(((int64_t{p} * s.radix + j) * s.stride + q) * f.pitch + lane, sum);
  }
}

PENSTOCK_HD float power_of(const Transform& f, const Parts& from, int k, int lane) {
  // Frequency `transformed` of an even length is element 0 again.
  const int own = k < f.transformed ? k : 0, mirrored = own ? f.transformed - own : 0;
  Complex x = from.at(int64_t{own} * f.pitch + lane);
  if (f.halves()) x = split_halves(x, from.at(int64_t{mirrored} * f.pitch + lane), f.split + 2 * int64_t{k});
  const float power = x.re * x.re + x.im * x.im;
  return f.magnitude ? sqrtf(power) : power;
}

// Neighbouring threads write neighbours of the output.
__device__ inline void store_powers(const Transform& f, const SpectrogramSample& s, int64_t t, const Parts& from) {
  for (int64_t i = threadIdx.x; i < int64_t{f.frequencies} << f.lane_bits; i += blockDim.x) {
    int lane, k;
    if (f.frequencies_first) {
      lane = static_cast<int>(i & (f.lanes() - 1));
      k = static_cast<int>(i >> f.lane_bits);
    } else {
      lane = static_cast<int>(i / f.frequencies);
      k = static_cast<int>(i - int64_t{lane} * f.frequencies);
    }
    if (t + lane >= s.count) continue;
    const float power = power_of(f, from, k, lane);
    s.out[f.frequencies_first ? k * s.count + t + lane : (t + lane) * f.frequencies + k] = power;
  }
}

// --- kernels ---

// `work`: four arrays for each block, or null for shared memory.
__global__ void transform_windows(const SpectrogramSample* samples, int count, Transform f, float* work) {
  const int64_t part = f.part();
  float* own = work ? work + (int64_t{blockIdx.y} * gridDim.x + blockIdx.x) * 4 * part : shared_memory<float>();
  for (int i = blockIdx.y; i < count; i += gridDim.y) {
    const SpectrogramSample& s = samples[i];
    for (int64_t t = int64_t{blockIdx.x} << f.lane_bits; t < s.count; t += int64_t{gridDim.x} << f.lane_bits) {
      Parts from = {own, own + part}, to = {own + 2 * part, own + 3 * part};
      load_windows(f, s, t, from);
      __syncthreads();
      for (int k = 0; k < f.step_count; ++k) {
        const FftStep& step = f.steps[k];
        if (step.radix == 4) {
          step_of<4>(f, step, from, to);
        } else if (step.radix == 2) {
          step_of<2>(f, step, from, to);
        } else if (step.radix == 3) {
          step_of<3>(f, step, from, to);
        } else {
          step_any(f, step, from, to);
        }
        __syncthreads();
        const Parts read = from;
        from = to;
        to = read;
      }
      store_powers(f, s, t, from);
      __syncthreads();
    }
  }
}

// --- launchers ---

// Takes as many windows at a time as shared memory has room for. An odd pitch keeps a warp's accesses in different
// banks.
void lay_out(Transform& f) {
  const auto bytes = [&] { return 4 * f.part() * static_cast<int64_t>(sizeof(float)); };
  for (int lanes = kMaxLanes; lanes; lanes /= 2) {
    f.lane_bits = 0;
    while (1 << f.lane_bits < lanes) ++f.lane_bits;
    f.pitch = lanes | 1;
    if (bytes() <= kSharedBytes) return;
  }
}

Transform transform_of(Context& ctx, const SpectrogramArgs& a, const SpectrogramPlan& plan) {
  const RealFft& fft = *plan.fft;
  Transform f = {};
  f.steps = ctx.upload(fft.steps());
  f.roots = ctx.upload(fft.roots());
  f.inner_roots = ctx.upload(fft.inner_roots());
  f.split = ctx.upload(fft.split());
  f.window = ctx.upload(plan.window);
  f.step_count = static_cast<int>(fft.steps().size());
  f.length = fft.length();
  f.transformed = fft.transformed();
  f.frequencies = fft.frequencies();
  f.window_length = a.window_length;
  f.window_step = a.window_step;
  f.first = first_window(a);
  f.reflect = a.reflect_padding;
  f.magnitude = a.power == 1;
  f.frequencies_first = a.layout.view() == "ft";
  lay_out(f);
  return f;
}

void run(Run& r) {
  std::vector<SpectrogramSample> samples(r.count);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const int64_t count = r.state<SpectrogramWindows>(i).count;
    samples[i] = {r.in[0][i].as<const float>(), r.out[0][i].as<float>(), r.in[0][i].shape.volume(), count};
    most = std::max(most, count);
  }
  if (!most) return;
  const Transform f = transform_of(r.ctx, r.arg<SpectrogramArgs>(0), static_cast<const SpectrogramPlan&>(*r.shared));
  const SpectrogramSample* given = r.ctx.upload(samples);
  const int64_t bytes = 4 * f.part() * static_cast<int64_t>(sizeof(float));
  if (bytes <= kSharedBytes) {
    launch_synced(transform_windows, ragged_grid(r.count, most, f.lanes(), 4096), dim3(kThreads),
                  static_cast<size_t>(bytes), r.ctx.stream(), given, r.count, f, nullptr);
    return;
  }
  const int64_t blocks = std::clamp<int64_t>(kDeviceBytes / bytes, 1, std::min<int64_t>(most, 256));
  auto* work = r.ctx.scratch<float>(static_cast<size_t>(blocks * 4 * f.part()));
  launch_synced(transform_windows, dim3(static_cast<unsigned>(blocks), 1), dim3(kThreads), 0, r.ctx.stream(), given,
                r.count, f, work);
}

}  // namespace

PENSTOCK_GPU_OP(spectrogram, SpectrogramArgs, run)

}  // namespace penstock::ops
