// cat and stack on a GPU: one launch joins the whole batch.
#pragma once
#include "gpu_plugin/gpu_op.h"
#include "kernels/join/join.h"

namespace penstock::gpu {

// One input's pieces, `outer` of them, which lie `pitch` bytes apart in the output.
struct JoinPiece {
  const uint8_t* in;
  uint8_t* out;
  int64_t outer, piece, pitch;
};

void join_pieces(Context& ctx, const std::vector<JoinPiece>& pieces);

inline void join(Run& r) {
  std::vector<JoinPiece> pieces;
  std::vector<TensorView> in(static_cast<size_t>(r.num_inputs));
  for (int i = 0; i < r.count; ++i) {
    const int64_t outer = r.state<ops::JoinState>(i).outer;
    const TensorView& out = r.out[0][i];
    if (!out.bytes()) continue;
    for (int k = 0; k < r.num_inputs; ++k) in[static_cast<size_t>(k)] = r.in[k][i];
    ops::for_pieces(in.data(), r.num_inputs, outer, [&](const TensorView& from, int64_t piece, int64_t offset) {
      pieces.push_back({from.as<const uint8_t>(), out.as<uint8_t>() + offset, outer, piece, out.bytes() / outer});
    });
  }
  join_pieces(r.ctx, pieces);
}

}  // namespace penstock::gpu
