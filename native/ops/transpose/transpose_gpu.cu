// transpose on a GPU: a strided copy that reads the input in the output's order.
#include "generated/ops/transpose.h"
#include "kernels/window/strided_copy.h"
#include "ops/transpose/transpose.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  std::vector<gpu::StridedCopy> samples;
  for (int i = 0; i < r.count; ++i) {
    const auto& st = r.state<TransposeState>(i);
    if (!r.out[0][i].shape.volume()) continue;
    gpu::StridedCopy s;
    s.out = r.out[0][i].data;
    s.out_dtype = r.out[0][i].dtype;
    for (int d = 0; d < st.ndim; ++d) {
      gpu::StridedCopy::Dim dim;
      dim.size = st.shape[d];
      dim.step = st.step[d];
      s.add(dim);
    }
    s.set_in(r.in[0][i], 0);
    samples.push_back(s);
  }
  gpu::strided_copy(r.ctx, samples);
}

}  // namespace

PENSTOCK_GPU_OP(transpose, TransposeArgs, run)

}  // namespace penstock::ops
