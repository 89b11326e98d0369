// The rows of a window, and how one is copied. Only window_copy.cc includes this file; others call window_copy.h.
#pragma once
#include <cstring>

#include "kernels/window/clamp_to.h"
#include "kernels/window/window.h"

namespace penstock::ops {
namespace detail {

// A window as rows. The innermost dimensions that the window contains whole are merged into one.
struct RowPlan {
  int ndim = 1;  // number of dimensions after merging; the last one is the row
  int64_t extent[abi::maxDims] = {}, anchor[abi::maxDims] = {}, shape[abi::maxDims] = {}, step[abi::maxDims] = {};
  int channel_dim = -1;       // index of the channel dimension after merging
  int64_t channel_block = 1;  // elements per channel inside a merged dimension
  int64_t channels = 1;
};

// `merge_rows` must be false under policies that read the input outside its bounds, because a reflection must stay
// within its dimension.
inline RowPlan plan_rows(const Shape& in, const Window& w, int channel_dim, bool merge_rows) {
  RowPlan p;
  p.ndim = 0;
  int64_t block = 1;  // elements of the dimensions merged so far
  int64_t extent[abi::maxDims], anchor[abi::maxDims], shape[abi::maxDims];
  int count = 0;
  bool whole = true;
  for (int d = w.ndim - 1; d >= 0; --d) {
    const bool merge = merge_rows && whole && count > 0;
    whole = whole && w.anchor[d] == 0 && w.shape[d] == in[d];
    if (d == channel_dim) p.channels = w.shape[d];
    if (merge) {
      // The inner dimension is contained whole, so one step here is `block` elements.
      extent[count - 1] = in[d] * block;
      anchor[count - 1] = w.anchor[d] * block;
      shape[count - 1] = w.shape[d] * block;
      if (d == channel_dim) {
        p.channel_dim = count - 1;
        p.channel_block = block;
      }
    } else {
      extent[count] = in[d];
      anchor[count] = w.anchor[d];
      shape[count] = w.shape[d];
      if (d == channel_dim) p.channel_dim = count;
      ++count;
    }
    block *= in[d];
  }
  if (!count) {  // a scalar
    extent[0] = shape[0] = 1;
    anchor[0] = 0;
    count = 1;
  }
  p.ndim = count;
  int64_t step = 1;
  for (int i = 0; i < count; ++i) {
    const int d = count - 1 - i;
    p.extent[d] = extent[i];
    p.anchor[d] = anchor[i];
    p.shape[d] = shape[i];
    p.step[d] = step;
    step *= extent[i];
  }
  if (p.channel_dim >= 0) p.channel_dim = count - 1 - p.channel_dim;
  return p;
}

// Converts n elements.
using ConvertRun = void (*)(const void* in, void* out, int64_t n);

template <class Out, class In>
void convert_run(const void* in, void* out, int64_t n) {
  const auto* from = static_cast<const In*>(in);
  auto* to = static_cast<Out*>(out);
  for (int64_t i = 0; i < n; ++i) to[i] = clamp_to<Out>(from[i]);
}

// What a window is made of. Rows are the same code for all dtypes, since one for each pair of them would take long to
// compile.
struct RowSource {
  const uint8_t* data;
  int64_t size;        // of an element, in bytes
  ConvertRun convert;  // null where both dtypes are one
};

// Out: an unsigned integer of the size of the output's elements.
template <class Out>
void copy_run(const RowSource& in, const uint8_t* from, Out* out, int64_t n) {
  if (in.convert) return in.convert(from, out, n);
  if (n == 1) {
    std::memcpy(out, from, sizeof(Out));
  } else {
    std::memcpy(out, from, n * sizeof(Out));
  }
}

// Fill values: one for all elements, or one per channel of the output.
template <class Out>
void fill_run(const RowPlan& p, const Out* fill, int fills, const int64_t* at, int64_t begin, int64_t end, Out* out) {
  const int row = p.ndim - 1;
  for (int64_t i = begin; i < end; ++i) {
    int64_t c = 0;
    if (fills > 1) c = (p.channel_dim == row ? i : at[p.channel_dim]) / p.channel_block % p.channels;
    out[i] = fill[c];
  }
}

template <class Out>
void copy_rows(Bounds policy, const RowPlan& p, const Out* fill, int fills, const RowSource& in, Out* out) {
  const int row = p.ndim - 1;
  const int64_t n = p.shape[row], first = p.anchor[row];
  const int64_t from = std::clamp<int64_t>(-first, 0, n), to = std::clamp<int64_t>(p.extent[row] - first, from, n);
  const bool reads_outside = policy != Bounds::pad;  // under 'error' and 'trim' the window never reaches outside here
  int64_t at[abi::maxDims] = {};
  for (;;) {
    const uint8_t* src = in.data;
    bool inside = true;
    for (int d = 0; d < row; ++d) {
      int64_t i = p.anchor[d] + at[d];
      if (i < 0 || i >= p.extent[d]) {
        inside = inside && reads_outside;
        if (!inside) break;
        i = source_index(policy, i, p.extent[d]);
      }
      src += i * p.step[d] * in.size;
    }
    const auto outside = [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        copy_run(in, src + source_index(policy, first + i, p.extent[row]) * in.size, out + i, 1);
    };
    if (!inside) {
      fill_run(p, fill, fills, at, 0, n, out);
    } else {
      if (to > from) copy_run(in, src + (first + from) * in.size, out + from, to - from);
      if (reads_outside) {
        outside(0, from);
        outside(to, n);
      } else {
        fill_run(p, fill, fills, at, 0, from, out);
        fill_run(p, fill, fills, at, to, n, out);
      }
    }
    out += n;
    int d = row - 1;
    while (d >= 0 && ++at[d] == p.shape[d]) at[d--] = 0;
    if (d < 0) return;
  }
}

}  // namespace detail

}  // namespace penstock::ops
