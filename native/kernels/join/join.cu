// The kernel of join_gpu.h: each thread moves words of a size that divides all addresses and lengths of the batch.
#include "gpu_plugin/launch.h"
#include "kernels/join/join_gpu.h"

namespace penstock::gpu {
namespace {

constexpr int kThreads = 256;
constexpr size_t kMaxInGrid = 65535;

template <class Word>
__global__ void copy_pieces(const JoinPiece* pieces) {
  const JoinPiece& p = pieces[blockIdx.y];
  const auto* in = reinterpret_cast<const Word*>(p.in);
  auto* out = reinterpret_cast<Word*>(p.out);
  const int64_t words = p.piece / static_cast<int64_t>(sizeof(Word)),
                pitch = p.pitch / static_cast<int64_t>(sizeof(Word));
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < p.outer * words; i += stride) {
    out[i / words * pitch + i % words] = in[i];
  }
}

struct alignas(16) Sixteen {
  uint64_t low, high;
};

template <class Word>
void launch_words(Context& ctx, const std::vector<JoinPiece>& pieces, int64_t most) {
  for (size_t from = 0; from < pieces.size(); from += kMaxInGrid) {
    const size_t n = std::min(kMaxInGrid, pieces.size() - from);
    launch(copy_pieces<Word>, ragged_grid(static_cast<int>(n), most / static_cast<int64_t>(sizeof(Word)), kThreads),
           dim3(kThreads), ctx.stream(), ctx.upload(pieces.data() + from, n));
  }
}

}  // namespace

void join_pieces(Context& ctx, const std::vector<JoinPiece>& pieces) {
  int64_t most = 0;
  uint64_t bits = 16;
  for (const JoinPiece& p : pieces) {
    most = std::max(most, p.outer * p.piece);
    bits |= reinterpret_cast<uintptr_t>(p.in) | reinterpret_cast<uintptr_t>(p.out) | static_cast<uint64_t>(p.piece) |
            static_cast<uint64_t>(p.pitch);
  }
  if (!most) return;
  switch (bits & -bits) {
    case 1: return launch_words<uint8_t>(ctx, pieces, most);
    case 2: return launch_words<uint16_t>(ctx, pieces, most);
    case 4: return launch_words<uint32_t>(ctx, pieces, most);
    case 8: return launch_words<uint64_t>(ctx, pieces, most);
    default: launch_words<Sixteen>(ctx, pieces, most);
  }
}

}  // namespace penstock::gpu
