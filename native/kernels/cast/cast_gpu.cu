// See cast_gpu.h. Conversions among 8-bit values, float16 and float32 take four elements per thread, all others one.
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/cast/cast_gpu.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct CastSample {
  const void* in;
  void* out;
  DType in_dtype, out_dtype;
  int64_t volume;
};

// --- kernels ---

template <class In, class Out>
__global__ void cast_four(const CastSample* samples) {
  const CastSample& s = samples[blockIdx.y];
  const In* in = static_cast<const In*>(s.in);
  Out* out = static_cast<Out*>(s.out);
  const int lead = static_cast<int>(reinterpret_cast<uintptr_t>(out) % sizeof(Four<Out>) / sizeof(Out));
  const int64_t packs = (s.volume + lead + 3) / 4, stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < packs; i += stride) {
    const int64_t begin = 4 * i - lead;
    if (begin < 0 || begin + 4 > s.volume) {
      for (int64_t k = begin < 0 ? 0 : begin; k < begin + 4 && k < s.volume; ++k) out[k] = convert<Out>(in[k]);
      continue;
    }
    Four<In> from;
    if (fits_four(in + begin)) {
      from = *reinterpret_cast<const Four<In>*>(in + begin);
    } else {
      for (int k = 0; k < 4; ++k) from.v[k] = in[begin + k];
    }
    Four<Out> to;
    for (int k = 0; k < 4; ++k) to.v[k] = convert<Out>(from.v[k]);
    *reinterpret_cast<Four<Out>*>(out + begin) = to;
  }
}

__global__ void cast_any(const CastSample* samples) {
  const CastSample& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.volume; i += stride) {
    if (s.in_dtype == DType::int64) {
      store_as(s.out, i, s.out_dtype, load_as<int64_t>(s.in, i, s.in_dtype));
    } else if (s.in_dtype == DType::uint64) {
      store_as(s.out, i, s.out_dtype, load_as<uint64_t>(s.in, i, s.in_dtype));
    } else {
      store_as(s.out, i, s.out_dtype, load_as<double>(s.in, i, s.in_dtype));
    }
  }
}

// --- launchers ---

template <class In, class Out>
void launch_four(Context& ctx, const std::vector<CastSample>& samples, int64_t most) {
  launch(cast_four<In, Out>, ragged_grid(static_cast<int>(samples.size()), most / 4 + 2, kThreads), dim3(kThreads),
         ctx.stream(), ctx.upload(samples));
}

// The common dtypes of images and tensors, which have kernels of their own.
template <class T>
constexpr bool kCommon = std::is_same_v<T, uint8_t> || std::is_same_v<T, Half> || std::is_same_v<T, float>;

}  // namespace

void cast_elements(Run& r) {
  std::vector<CastSample> samples;
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const TensorView &in = r.in[0][i], &out = r.out[0][i];
    samples.push_back({in.data, out.data, in.dtype, out.dtype, out.shape.volume()});
    most = std::max(most, samples.back().volume);
  }
  if (!most) return;
  dispatch(samples[0].in_dtype, [&](auto in) {
    dispatch(samples[0].out_dtype, [&](auto out) {
      if constexpr (kCommon<decltype(in)> && kCommon<decltype(out)>) {
        launch_four<decltype(in), decltype(out)>(r.ctx, samples, most);
      } else {
        launch(cast_any, ragged_grid(r.count, most, kThreads), dim3(kThreads), r.ctx.stream(), r.ctx.upload(samples));
      }
    });
  });
}

}  // namespace penstock::ops
