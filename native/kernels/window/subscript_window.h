// The part of a tensor that node.at() and node.slice() take: one index or a range of each of its first axes.
#pragma once
#include <algorithm>

#include "core/extents.h"
#include "core/op.h"
#include "kernels/window/window.h"

namespace penstock::ops {

struct Subscript {
  Window window;
  uint32_t removed = 0;  // a bit for each axis of which one index is taken
};

// Ranges are cut off at the ends of the axis, as those of arrays in JavaScript are; an index must exist.
template <class Args>
Subscript subscript_of(const Args& a, const TensorView& in) {
  Subscript s;
  s.window = Window::whole(in.shape);
  const int axes = a.ranges.size / 3;
  if (axes > in.shape.ndim) {
    fail(ErrorCode::INVALID_INPUT, "Expected at most %d places (one per dimension) but received %d", in.shape.ndim,
         axes);
  }
  for (int d = 0; d < axes; ++d) {
    const bool given = d == 0 && a.has(Args::kIndex);
    const int kind = given ? 1 : a.ranges[3 * d];
    if (kind == 0) continue;
    const int64_t extent = in.shape[d];
    const int64_t first = given ? a.index : a.ranges[3 * d + 1], last = a.ranges[3 * d + 2];
    int64_t start = first < 0 ? first + extent : first;
    if (kind == 1) {
      if (!extent) {
        fail(ErrorCode::INVALID_INPUT, "Expected elements on axis %d for a place but received %s", d,
             extents_text(in).c_str());
      }
      if (start < 0 || start >= extent) {
        fail(ErrorCode::INVALID_INPUT, "Expected a place from %lld to %lld on axis %d but received %lld",
             static_cast<long long>(-extent), static_cast<long long>(extent - 1), d, static_cast<long long>(first));
      }
      s.window.anchor[d] = start;
      s.window.shape[d] = 1;
      s.removed |= 1u << d;
      continue;
    }
    start = std::clamp<int64_t>(start, 0, extent);
    const int64_t end = std::clamp<int64_t>(last < 0 ? last + extent : last, 0, extent);
    s.window.anchor[d] = start;
    s.window.shape[d] = std::max<int64_t>(0, end - start);
  }
  return s;
}

inline OutSpec subscript_out(const Subscript& s, const TensorView& in) {
  OutSpec out;
  out.dtype = in.dtype;
  for (int d = 0; d < in.shape.ndim; ++d) {
    if (s.removed >> d & 1) continue;
    out.layout.name[out.shape.ndim] = in.layout.name[d];
    out.shape[out.shape.ndim++] = s.window.shape[d];
  }
  return out;
}

}  // namespace penstock::ops
