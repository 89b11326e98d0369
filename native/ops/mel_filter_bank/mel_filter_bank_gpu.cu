// melFilterBank on a GPU: a thread sums one filter of one spectrum. The weights go to the device once a batch for each
// number of frequencies.
#include <map>
#include <vector>

#include "core/extents.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/mel_filter_bank/mel_filter_bank.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct DeviceWeights {
  const int32_t* begin;
  const float *falling, *rising;
};

struct BankSample {
  const float* in;
  float* out;
  int64_t frequencies, inner, items;
  DeviceWeights w;
};

// --- kernels ---

__global__ void sum_filters(const BankSample* samples, int filters) {
  const BankSample& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.items; i += stride) {
    int64_t outer = i;
    const int64_t t = take_coordinate(outer, s.inner), k = take_coordinate(outer, filters);
    const float* x = s.in + outer * s.frequencies * s.inner + t;
    float sum = 0;
    for (int32_t f = s.w.begin[k]; f < s.w.begin[k + 1]; ++f) sum += s.w.rising[f] * x[f * s.inner];
    for (int32_t f = s.w.begin[k + 1]; f < s.w.begin[k + 2]; ++f) sum += s.w.falling[f] * x[f * s.inner];
    s.out[i] = sum;
  }
}

// --- launchers ---

void run(Run& r) {
  if (!r.count) return;
  const auto& a = r.arg<MelFilterBankArgs>(0);
  std::map<int64_t, DeviceWeights> weights;
  std::vector<BankSample> samples(r.count);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const TensorView& in = r.in[0][i];
    const int axis = frequency_axis(in);
    const int64_t frequencies = in.shape[axis];
    const auto [found, added] = weights.try_emplace(frequencies);
    if (added) {
      MelWeights made;
      make_mel_weights(a, frequencies, made);
      found->second = {r.ctx.upload(made.begin), r.ctx.upload(made.falling), r.ctx.upload(made.rising)};
    }
    const int64_t inner = volume_between(in.shape, axis + 1, in.shape.ndim);
    samples[i] = {in.as<const float>(), r.out[0][i].as<float>(), frequencies, inner, r.out[0][i].shape.volume(),
                  found->second};
    most = std::max(most, samples[i].items);
  }
  const BankSample* given = r.ctx.upload(samples);
  launch(sum_filters, ragged_grid(r.count, most, kThreads), dim3(kThreads), r.ctx.stream(), given, a.nfilter);
}

}  // namespace

PENSTOCK_GPU_OP(mel_filter_bank, MelFilterBankArgs, run)

}  // namespace penstock::ops
