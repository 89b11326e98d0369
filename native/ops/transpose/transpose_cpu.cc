// transpose on the CPU: merges dimensions that stay neighbours, and moves the data in blocks that fit the cache.
#include <algorithm>
#include <cstring>

#include "core/op.h"
#include "generated/ops/transpose.h"
#include "kernels/color/rgb_planes.h"
#include "ops/transpose/transpose.h"

namespace penstock::ops {
namespace {

void setup(const TransposeArgs& a, SampleSetup& s, TransposeState& st) {
  const TensorView& in = s.in[0];
  const int n = in.shape.ndim;
  int perm[abi::maxDims];
  if (a.has(TransposeArgs::kPerm)) {
    if (a.perm.size != n) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected %d values (one per dimension) for perm but received %d", n,
           a.perm.size);
    }
    uint32_t seen = 0;
    for (int i = 0; i < n; ++i) {
      if (a.perm[i] < 0 || a.perm[i] >= n || seen >> a.perm[i] & 1) {
        fail(ErrorCode::INVALID_ARGUMENT, "Expected a permutation of 0 to %d for perm but received %d at place %d",
             n - 1, a.perm[i], i);
      }
      seen |= 1u << a.perm[i];
      perm[i] = a.perm[i];
    }
  } else {
    for (int i = 0; i < n; ++i) perm[i] = n - 1 - i;
  }

  OutSpec& out = s.out[0];
  out.dtype = in.dtype;
  out.shape.ndim = n;
  for (int i = 0; i < n; ++i) out.shape[i] = in.shape[perm[i]];
  if (a.has(TransposeArgs::kOutputLayout) && !a.output_layout.empty()) {
    if (static_cast<int>(a.output_layout.view().size()) != n) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected %d letters (one per dimension) for outputLayout but received %s", n,
           a.output_layout.name);
    }
    out.layout = a.output_layout;
  } else if (!in.layout.empty() && a.transpose_layout) {
    for (int i = 0; i < n; ++i) out.layout.name[i] = in.layout.name[perm[i]];
  } else {
    out.layout = in.layout;
  }

  int64_t in_step[abi::maxDims];
  int64_t step = 1;
  for (int d = n - 1; d >= 0; --d) {
    in_step[d] = step;
    step *= in.shape[d];
  }
  for (int i = 0; i < n; ++i) {
    if (out.shape[i] == 1) continue;
    const int64_t here = in_step[perm[i]];
    if (st.ndim && st.step[st.ndim - 1] == here * out.shape[i]) {
      st.shape[st.ndim - 1] *= out.shape[i];
      st.step[st.ndim - 1] = here;
    } else {
      st.shape[st.ndim] = out.shape[i];
      st.step[st.ndim++] = here;
    }
  }
}

// Writes rows of the output, [rows][n]; the input's elements are row_step and step elements apart.
template <class U>
void move_plane(const U* in, U* out, int64_t rows, int64_t row_step, int64_t n, int64_t step) {
  if constexpr (sizeof(U) == 1) {
    if (rows == 3 && row_step == 1 && step == 3) return split_rgb(in, out, n);
    if (n == 3 && row_step == 1 && step == rows) return join_rgb(in, out, rows);
  }
  if (step == 1) {
    for (int64_t r = 0; r < rows; ++r) std::memcpy(out + r * n, in + r * row_step, n * sizeof(U));
    return;
  }
  if (n <= 4 && row_step == 1) {  // planes to pixels
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t i = 0; i < n; ++i) out[r * n + i] = in[i * step + r];
    }
    return;
  }
  if (rows <= 4 && row_step == 1 && step == rows) {  // pixels to planes
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t r = 0; r < rows; ++r) out[r * n + i] = in[i * step + r];
    }
    return;
  }
  // Blocks of this size use the input's cache lines in full before they leave the cache.
  constexpr int64_t kBlock = 64;
  for (int64_t r0 = 0; r0 < rows; r0 += kBlock) {
    const int64_t r1 = std::min(rows, r0 + kBlock);
    for (int64_t i0 = 0; i0 < n; i0 += 4 * kBlock) {
      const int64_t i1 = std::min(n, i0 + 4 * kBlock);
      for (int64_t r = r0; r < r1; ++r) {
        const U* p = in + r * row_step;
        U* o = out + r * n;
        for (int64_t i = i0; i < i1; ++i) o[i] = p[i * step];
      }
    }
  }
}

template <class U>
void move(const TransposeState& st, const U* in, U* out) {
  const int last = st.ndim - 1, plane = std::max(0, last - 1);
  const int64_t n = st.shape[last], rows = last > 0 ? st.shape[plane] : 1, row_step = last > 0 ? st.step[plane] : 0;
  int64_t at[abi::maxDims] = {};
  for (;;) {
    const U* p = in;
    for (int d = 0; d < plane; ++d) p += at[d] * st.step[d];
    move_plane(p, out, rows, row_step, n, st.step[last]);
    out += rows * n;
    int d = plane - 1;
    while (d >= 0 && ++at[d] == st.shape[d]) at[d--] = 0;
    if (d < 0) return;
  }
}

void run(const TransposeArgs&, SampleRun& s, TransposeState& st) {
  const TensorView &in = s.in[0], &out = s.out[0];
  if (!in.shape.volume()) return;
  const int64_t size = dtype_size(in.dtype);
  if (!st.ndim) {
    std::memcpy(out.data, in.data, size);
  } else if (size == 1) {
    move(st, in.as<uint8_t>(), out.as<uint8_t>());
  } else if (size == 2) {
    move(st, in.as<uint16_t>(), out.as<uint16_t>());
  } else if (size == 4) {
    move(st, in.as<uint32_t>(), out.as<uint32_t>());
  } else {
    move(st, in.as<uint64_t>(), out.as<uint64_t>());
  }
}

}  // namespace

PENSTOCK_CPU_OP(transpose, TransposeArgs, TransposeState, setup, run, kNone)

}  // namespace penstock::ops
