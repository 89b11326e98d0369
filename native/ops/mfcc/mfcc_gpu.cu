// mfcc on a GPU: a thread makes one coefficient of one spectrum. The matrix goes to the device once a batch for each
// number of bands.
#include <map>
#include <vector>

#include "core/extents.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/mfcc/mfcc.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct MfccSample {
  const float* in;
  float* out;
  int64_t bands, rows, inner, items;
  const float* matrix;
};

// --- kernels ---

__global__ void transform(const MfccSample* samples) {
  const MfccSample& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.items; i += stride) {
    int64_t outer = i;
    const int64_t t = take_coordinate(outer, s.inner), k = take_coordinate(outer, s.rows);
    const float *x = s.in + outer * s.bands * s.inner + t, *row = s.matrix + k * s.bands;
    float sum = 0;
    for (int64_t b = 0; b < s.bands; ++b) sum += row[b] * x[b * s.inner];
    s.out[i] = sum;
  }
}

// --- launchers ---

void run(Run& r) {
  if (!r.count) return;
  const auto& a = r.arg<MfccArgs>(0);
  std::map<int64_t, const float*> matrices;
  std::vector<MfccSample> samples(r.count);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const TensorView &in = r.in[0][i], &out = r.out[0][i];
    const int64_t bands = in.shape[a.axis];
    const auto [found, added] = matrices.try_emplace(bands);
    if (added) {
      std::vector<float> made;
      make_dct(a, bands, made);
      found->second = r.ctx.upload(made);
    }
    const int64_t inner = volume_between(in.shape, a.axis + 1, in.shape.ndim);
    samples[i] = {in.as<const float>(), out.as<float>(), bands, out.shape[a.axis], inner,
                  out.shape.volume(),   found->second};
    most = std::max(most, samples[i].items);
  }
  const MfccSample* given = r.ctx.upload(samples);
  launch(transform, ragged_grid(r.count, most, kThreads), dim3(kThreads), r.ctx.stream(), given);
}

}  // namespace

PENSTOCK_GPU_OP(mfcc, MfccArgs, run)

}  // namespace penstock::ops
