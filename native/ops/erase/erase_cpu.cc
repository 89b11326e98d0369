// erase on the CPU: the input is copied whole, then the regions are written as runs of neighbouring elements.
#include <algorithm>
#include <cstring>

#include "generated/ops/erase.h"
#include "kernels/window/clamp_to.h"
#include "ops/erase/erase_setup.h"

namespace penstock::ops {
namespace {

void setup(const EraseArgs& a, SampleSetup& s, EraseState& e) {
  s.out[0] = s.in[0];
  erase_setup(a, s.in[0], e);
}

// Erases one box. `value` has s.fills values; `row` is scratch memory for the longest run.
template <class T>
void write_box(const EraseState& s, const EraseBox& box, const int64_t* extent, const T* value, T* row, T* out) {
  for (int d = 0; d < s.ndim; ++d) {
    if (box.hi[d] <= box.lo[d]) return;
  }
  // A run covers the innermost dimension that the box does not cover whole, with all dimensions inside it. A run with a
  // pattern of several values never includes the first dimension, so that the pattern stays small.
  const bool per_channel = s.fills > 1;
  int run_dim = s.ndim - 1;
  int64_t block = 1;
  while (run_dim > per_channel && box.lo[run_dim] == 0 && box.hi[run_dim] == extent[run_dim])
    block *= extent[run_dim--];
  const int64_t n = (box.hi[run_dim] - box.lo[run_dim]) * block, first = box.lo[run_dim] * block;
  const bool in_run = per_channel && s.channel >= run_dim;
  if (in_run) {
    int64_t inner = 1;
    for (int d = s.channel + 1; d < s.ndim; ++d) inner *= extent[d];
    for (int64_t i = 0; i < n; ++i) row[i] = value[(first + i) / inner % s.fills];
  }
  int64_t at[abi::maxDims];
  std::copy_n(box.lo, s.ndim, at);
  for (;;) {
    int64_t line = 0;
    for (int d = 0; d <= run_dim; ++d) line = line * extent[d] + at[d];
    T* to = out + line * block;
    if (in_run) {
      std::memcpy(to, row, n * sizeof(T));
    } else {
      std::fill_n(to, n, value[per_channel ? at[s.channel] : 0]);
    }
    int d = run_dim - 1;
    for (; d >= 0 && ++at[d] == box.hi[d]; --d) at[d] = box.lo[d];
    if (d < 0) return;
  }
}

void run(const EraseArgs&, SampleRun& s, EraseState& e) {
  const TensorView &in = s.in[0], &out = s.out[0];
  const int64_t elements = in.shape.volume();
  if (!elements) return;
  std::memcpy(out.data, in.data, in.bytes());
  dispatch(in.dtype, [&](auto zero) {
    using T = decltype(zero);
    T* value = s.scratch->get<T>(e.fills);
    for (int i = 0; i < e.fills; ++i) value[i] = detail::clamp_to<T>(e.fill[i]);
    T* row = s.scratch->get<T>(e.fills == 1 ? 0 : e.ndim > 1 ? elements / in.shape[0] : elements);
    for (int r = 0; r < e.regions; ++r) {
      write_box(e, erase_box(e, r, in.shape.dim), in.shape.dim, value, row, out.as<T>());
    }
  });
}

}  // namespace

PENSTOCK_CPU_OP(erase, EraseArgs, EraseState, setup, run, kNone)

}  // namespace penstock::ops
