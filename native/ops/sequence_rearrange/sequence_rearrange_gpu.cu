// sequenceRearrange on a GPU: each element is a piece of the output, moved by the kernel of cat and stack.
#include "generated/ops/sequence_rearrange.h"
#include "kernels/join/join_gpu.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  std::vector<gpu::JoinPiece> pieces;
  for (int i = 0; i < r.count; ++i) {
    const auto& order = r.arg<SequenceRearrangeArgs>(i).new_order;
    const int64_t bytes = r.out[0][i].bytes() / order.size;
    if (!bytes) continue;
    const auto* from = r.in[0][i].as<const uint8_t>();
    auto* to = r.out[0][i].as<uint8_t>();
    for (int k = 0; k < order.size; ++k) pieces.push_back({from + order[k] * bytes, to + k * bytes, 1, bytes, bytes});
  }
  gpu::join_pieces(r.ctx, pieces);
}

}  // namespace

PENSTOCK_GPU_OP(sequence_rearrange, SequenceRearrangeArgs, run)

}  // namespace penstock::ops
