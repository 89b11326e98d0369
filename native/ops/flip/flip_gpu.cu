// flip on a GPU: a copy that walks the mirrored axes backwards.
#include "generated/ops/flip.h"
#include "kernels/window/strided_copy.h"
#include "ops/flip/flip.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  std::vector<gpu::StridedCopy> samples;
  for (int i = 0; i < r.count; ++i) {
    const TensorView &in = r.in[0][i], &out = r.out[0][i];
    if (!out.shape.volume()) continue;
    gpu::StridedCopy s;
    s.out = out.data;
    s.out_dtype = out.dtype;
    int64_t step = out.shape.volume(), first = 0;
    for (int d = 0; d < out.shape.ndim; ++d) {
      const int64_t size = out.shape[d];
      step /= size;
      gpu::StridedCopy::Dim dim;
      dim.size = size;
      dim.step = step;
      if (flips_axis(r.arg<FlipArgs>(i), out.layout.name[d])) {
        dim.step = -step;
        first += (size - 1) * step;
      }
      s.add(dim);
    }
    s.set_in(in, first);
    samples.push_back(s);
  }
  gpu::strided_copy(r.ctx, samples);
}

}  // namespace

PENSTOCK_GPU_OP(flip, FlipArgs, run)

}  // namespace penstock::ops
