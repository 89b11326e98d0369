// The part of a tensor that node.at() and node.slice() take: one index or a range of each of its first axes.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "core/args.h"
#include "core/extents.h"
#include "core/op.h"
#include "kernels/window/window.h"

namespace penstock::ops {

// One step per axis.
struct StrideList {
  int64_t of[abi::maxDims] = {};
  int64_t operator[](int d) const { return of[d] ? of[d] : 1; }
  bool none() const {
    return std::all_of(std::begin(of), std::end(of), [](int64_t step) { return step == 0 || step == 1; });
  }
};

struct Subscript {
  Window window;         // of an axis with a step, `anchor` is the first element, and `shape` the number of elements
  StrideList step = {};  // elements from one that is taken to the next; 0 stands for 1
  uint32_t removed = 0;  // a bit for each axis of which one index is taken
};

// What is taken of an axis by a range with a step, cut off as ranges of Python are.
inline void take_steps(Subscript& s, int d, int64_t extent, int64_t first, int64_t last, int64_t step) {
  if (!step) fail(ErrorCode::INVALID_ARGUMENT, "Expected a step other than 0 on axis %d but received 0", d);
  const int64_t low = step < 0 ? -1 : 0, high = step < 0 ? extent - 1 : extent;
  const int64_t start = std::clamp<int64_t>(first < 0 ? first + extent : first, low, high);
  const int64_t end = std::clamp<int64_t>(last < 0 ? last + extent : last, low, high);
  const int64_t way = step < 0 ? start - end : end - start, size = std::abs(step);
  s.window.shape[d] = way > 0 ? (way - 1) / size + 1 : 0;
  s.window.anchor[d] = s.window.shape[d] ? start : 0;
  s.step.of[d] = step;
}

// Ranges are cut off at the ends of the axis, as those of arrays in JavaScript are; an index must exist. `steps`: one
// for each of the first axes, of those that are ranges.
template <class Args>
Subscript subscript_of(const Args& a, const TensorView& in, const ArgList<int>& steps = {}) {
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
    if (d < steps.size && steps[d] != 1) {
      take_steps(s, d, extent, first, last, steps[d]);
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
